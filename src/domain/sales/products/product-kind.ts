import type { Scope } from "#access/scopes.ts";
import type { Sql } from "#database/sql.ts";
import type { Context } from "#domain/platform/context.ts";
import type { Money } from "#domain/platform/fields.ts";
import type { IdKind } from "#domain/platform/ids.ts";
import type { Product } from "#domain/offers/coupons/product.ts";
import type { Recurring } from "#domain/sales/billing/recurrence.ts";

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
  /** Finds a product, on sale or not. A buyer who had the trial of a plan gets none. */
  find: (context: Context, id: string, buyerId: string | null) => Promise<SoldProduct | undefined>;
  /** Returns the end of the access that one payment pays for. Null: the product decides. */
  endOfPayment: ((context: Context, id: string, paidAt: Date) => Promise<Date | undefined>) | null;
}

export interface SoldProduct {
  /** The product as coupons distinguish it. */
  product: Product;
  /** For the order line and the receipt. */
  name: string;
  /** Price of one period, or of all installments together. Null: it has no price of its own. */
  price: Money | null;
  /** Null: it is paid once. */
  recurring: Recurring | null;
  /** The product's page. */
  path: string;
  /** True if members can buy it now, and see its page. */
  isOnSale: boolean;
  maxQuantity: number;
}

/** The rows that give members access. */
interface Access {
  table: Sql;
  idKind: IdKind;
  /** True if access that ends is deleted. Archives of a site do not contain it. */
  isDeletedAtEnd: boolean;
}
