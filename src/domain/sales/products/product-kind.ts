import type { Scope } from "#access/scopes.ts";
import type { Sql } from "#database/statements/sql.ts";
import type { RevokedFor } from "#domain/learning/enrollments/enrollment.ts";
import type { Product } from "#domain/offers/coupons/product.ts";
import type { HeldSession } from "#domain/offers/reservations/reservations.ts";
import type { Context } from "#domain/platform/context.ts";
import type { Money } from "#domain/platform/fields.ts";
import type { IdKind } from "#domain/platform/ids.ts";
import type { FulfilledLine } from "#domain/sales/orders/change-order.ts";
import type { Recurring } from "#domain/sales/billing/agreement.ts";

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
  /** Returns the end of the access that one payment pays for. Undefined: the product decides. */
  endOfPayment: (context: Context, id: string, paidAt: Date) => Promise<Date | undefined>;
  /** True if reservations also count against the product: the event of a ticket, the plan of a membership. */
  isLimitedByProduct: boolean;
  /** True if free seats of the product go to its waitlist first. */
  hasWaitlist: boolean;
  /** Finds the limits of seats. Locked: what counts them is locked until the transaction ends. */
  findSeats: (context: Context, item: { id: string; product: Product }, isLocked: boolean) => Promise<SeatLimit[]>;
  /** Ways to buy it for others, if it is paid once or for a first period. */
  forOthers: { gift: boolean; seats: boolean };
  /** Locks a time that the buyer has chosen, for a checkout that holds it. Throws `slot_taken`. */
  holdTime?: (
    context: Context,
    time: { productId: string; memberId: string; startsAt: Date },
  ) => Promise<Omit<HeldSession, "heldUntil">>;
  /** Returns the discount of the caller's subscriptions, in percent. */
  memberDiscount: (context: Context) => Promise<number>;
  /** Returns the product of an order line, on sale or not. Undefined if it was deleted. */
  productOf: (context: Context, id: string) => Promise<Product | undefined>;
  /** Returns true if the member has what the product gives, so that they do not pay twice. */
  hasAcquired: (context: Context, productId: string, memberId: string) => Promise<boolean>;
  /** Returns the names of other subscriptions that stay charged. The checkout warns of them. */
  alsoCharged?: (context: Context, productId: string, memberId: string) => Promise<string[]>;
  /**
   * Returns true if the access that a sale gave has ended, and other access of the member to the same product lasted as
   * long or still lasts. Then nothing is left to give: an older order can be imported after a newer one.
   */
  lastedLonger: (context: Context, sale: Sale & { startsAt: Date }) => Promise<boolean>;
  /** Gives a member the product of a line, and returns the ID of the access. Throws a problem if that is impossible. */
  give: (context: Context, sale: Sale, productId: string) => Promise<string>;
  /** Returns true if the access of the member comes from this line, so that its refund can end it. */
  givesAccess: (context: Context, line: FulfilledLine) => Promise<boolean>;
  /** Returns the name of a membership that gives the member the same product, also without the purchase. */
  alsoGivenBy?: (context: Context, productId: string, memberId: string) => Promise<string | undefined>;
  /** Returns the end of the period that was paid. Null: the access has no end. */
  endOfPaidPeriod: (context: Context, accessId: string) => Promise<Date | null>;
  /** Ends the access that a line gave. Access that staff ended earlier is unchanged. Without a cause, a seat was taken back. */
  end: (context: Context, line: GivenLine, cause: RevokedFor | null) => Promise<void>;
  /** Ends the access with the period that was paid, and whatever is charged for it. */
  endAt: (context: Context, line: GivenLine, at: Date) => Promise<void>;
  /** Restores the access that a dispute ended, if need be by giving it again. */
  restore: (context: Context, line: GivenLine, giveAgain: (until?: Date) => Promise<void>) => Promise<void>;
}

/** A limit of seats: of a price, or of its product. */
interface SeatLimit {
  column: "product_id" | "container_id";
  id: string;
  /** Null: there is no limit. */
  capacity: number | null;
  taken: number;
}

/** The sale of an order line. */
export interface Sale {
  memberId: string;
  line: Pick<FulfilledLine, "id" | "productType" | "productId" | "quantity" | "recurrence">;
  /** The end of a membership that is not charged: it was paid elsewhere, or is restored after a dispute. */
  until?: Date | undefined;
  /** The start of the access. Defaults to now. */
  startsAt?: Date | undefined;
  /** False: the member gets no in-app notification. */
  notify?: boolean;
}

/** A line with the ID of the access that it gave. */
export type GivenLine = FulfilledLine & { fulfilledId: string };

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
