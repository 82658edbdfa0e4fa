import { sql } from "#database/statements/sql.ts";
import type { SiteScope } from "#domain/platform/context.ts";
import type { OrderLineRow } from "#domain/sales/orders/order.ts";
import { findKind } from "./kinds.ts";

/** Returns the page where a member uses or sees what they bought. Null if it was deleted. */
export async function pathOfItem(
  { db, site }: SiteScope,
  { productType, productId }: Pick<OrderLineRow, "productType" | "productId">,
): Promise<string | null> {
  const kind = findKind(productType);
  if (!kind) return null;
  const parent = kind.parent ?? { table: kind.table, id: sql`id` };
  const found = await db.first<{ slug: string }>`
    select parent.slug from ${kind.table} as price
      join ${parent.table} as parent on parent.site_id = price.site_id and parent.id = price.${parent.id}
     where price.site_id = ${site.id} and price.id = ${productId} and parent.deleted_at is null`;
  return found ? kind.usedAt(found.slug) : null;
}
