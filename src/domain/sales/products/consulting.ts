import { sql } from "#database/sql.ts";
import type { ProductKind } from "./product-kind.ts";

export const consulting: ProductKind = {
  word: "consulting service",
  scope: "digital_products:write",
  table: sql`consulting_services`,
  parent: null,
  isSellable: () => sql`consulting_services.status = 'published'`,
  usedAt: (slug) => `/consulting/${slug}`,
  access: { table: sql`consulting_grants`, idKind: "consultingGrant", isDeletedAtEnd: true },
};
