import { type Sql, sql } from "#database/statements/sql.ts";
import { tableNamed } from "#database/table/table.ts";
import type { ProductKind } from "./product-kind.ts";

/** The name of a product and its price on an order line. */
export const nameOfItem = (product: string, price: string | null): string =>
  price === null || price === product ? product : `${product} (${price})`;

/** Joins what the rows of a kind belong to, and names both. The label is null if the product has one price. */
export const namedRows = (
  { table, parent }: Pick<ProductKind, "table" | "parent">,
  siteId: string,
): { join: Sql; name: Sql; label: Sql } =>
  parent
    ? {
        join: sql`cross join ${tableNamed(parent.table).joined(siteId, sql`${table}.${parent.id}`)}`,
        name: sql`${parent.table}.name`,
        label: sql`${table}.${parent.label}`,
      }
    : { join: sql``, name: sql`${table}.name`, label: sql`null::text` };
