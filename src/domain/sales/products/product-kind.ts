import type { Scope } from "#access/scopes.ts";
import type { Sql } from "#database/sql.ts";
import type { IdKind } from "#domain/platform/ids.ts";

/** A kind of product, as sales treat it. `kinds.ts` lists all kinds. */
export interface ProductKind {
  /** In messages. */
  word: string;
  /** The scope that gives and ends access without a payment. */
  scope: Scope;
  /** The rows that order lines name: prices of products, or products with one price. */
  table: Sql;
  /** The products that the prices belong to, and the name of a price. Null: the rows are the products themselves. */
  parent: { table: Sql; id: Sql; label: Sql } | null;
  /** Condition for rows whose sale staff can record, with what they belong to. */
  isSellable: (now: Date) => Sql;
  /** The page where a member uses or sees what they bought. */
  usedAt: (slug: string) => string;
  access: Access;
}

/** The rows that give members access. */
interface Access {
  table: Sql;
  idKind: IdKind;
  /** True if access that ends is deleted. Archives of a site do not contain it. */
  isDeletedAtEnd: boolean;
}
