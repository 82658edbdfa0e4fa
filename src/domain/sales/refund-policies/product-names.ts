import { type Sql, sql } from "#database/statements/sql.ts";
import { tableNamed } from "#database/table/table.ts";
import type { SiteScope } from "#domain/platform/context.ts";
import { type Product, type ProductType, productTypes } from "#domain/offers/coupons/product.ts";

const catalogs: Record<ProductType, { path: string; table: Sql }> = {
  course: { path: "courses", table: sql`courses` },
  membership_plan: { path: "membership-plans", table: sql`membership_plans` },
  event: { path: "events", table: sql`events` },
  digital_product: { path: "digital-products", table: sql`digital_products` },
  consulting_service: { path: "consulting", table: sql`consulting_services` },
};

/** Finds the product of a public page by its address or path, such as `/courses/knots`. */
export async function findProductByAddress({ db, site }: SiteScope, address: string): Promise<Product | undefined> {
  const [, path, slug = ""] = /(?:^|\/)([a-z-]+)\/([^/?#\s]{1,200})\/?(?:[?#]\S*)?$/.exec(address.trim()) ?? [];
  const type = productTypes.find((name) => catalogs[name].path === path);
  if (!type) return undefined;
  const found = await db.first<{ id: string }>`
    select id from ${catalogs[type].table} where site_id = ${site.id} and slug = ${slug} and deleted_at is null`;
  return found && { type, id: found.id };
}

/** Returns the names of products by ID. Deleted products have none. */
export async function namesOfProducts(
  { db, site }: SiteScope,
  products: readonly Product[],
): Promise<Map<string, string>> {
  const selects = productTypes.map((type) => {
    const table = tableNamed(catalogs[type].table);
    const ids = products.filter((product) => product.type === type).map(({ id }) => id);
    return sql`select id, name from ${table.withIds(site.id, ids)} where ${table.present}`;
  });
  const found = await db.many<{ id: string; name: string }>`
    ${selects.reduce((left, right) => sql`${left} union all ${right}`)}`;
  return new Map(found.map(({ id, name }) => [id, name]));
}
