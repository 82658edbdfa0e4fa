import { sql } from "#database/sql.ts";
import type { SiteScope } from "#domain/platform/context.ts";
import { isFieldOf } from "#lib/typed-object.ts";
import type { OrderLineRow } from "#domain/sales/orders/order.ts";

/** Returns the page where a member uses or sees what they bought. Null if it was deleted. */
export async function pathOfItem(
  { db, site }: SiteScope,
  { productType: type, productId: id }: Pick<OrderLineRow, "productType" | "productId">,
): Promise<string | null> {
  if (!isFieldOf(pathOf, type)) return null;
  const of = pathOf[type];
  const found = await db.first<{ slug: string }>`
    select parent.slug from ${of.prices} as price
      join ${of.parents} as parent on parent.site_id = price.site_id and parent.id = price.${of.parentId}
     where price.site_id = ${site.id} and price.id = ${id} and parent.deleted_at is null`;
  return found ? `${of.path}/${found.slug}${"page" in of ? of.page : ""}` : null;
}

const pathOf = {
  course_plan: {
    prices: sql`course_plans`,
    parents: sql`courses`,
    parentId: sql`course_id`,
    path: "/learn",
    page: "/continue",
  },
  membership_pricing: {
    prices: sql`membership_pricings`,
    parents: sql`membership_plans`,
    parentId: sql`plan_id`,
    path: "/membership-plans",
  },
  event_ticket: { prices: sql`event_tickets`, parents: sql`events`, parentId: sql`event_id`, path: "/events" },
  digital_product: {
    prices: sql`digital_products`,
    parents: sql`digital_products`,
    parentId: sql`id`,
    path: "/digital-products",
  },
  consulting_service: {
    prices: sql`consulting_services`,
    parents: sql`consulting_services`,
    parentId: sql`id`,
    path: "/consulting",
  },
};
