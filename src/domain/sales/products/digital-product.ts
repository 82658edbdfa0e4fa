import { sql } from "#database/sql.ts";
import type { ProductKind } from "./product-kind.ts";

export const digitalProduct: ProductKind = {
  word: "digital product",
  scope: "digital_products:write",
  table: sql`digital_products`,
  parent: null,
  isSellable: () => sql`digital_products.status = 'published'`,
  usedAt: (slug) => `/digital-products/${slug}`,
  access: { table: sql`digital_product_grants`, idKind: "digitalProductGrant", isDeletedAtEnd: true },
};
