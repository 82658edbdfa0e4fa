import type { Rhythm } from "#domain/memberships/subscriptions/periods.ts";

/** The interval and number of payments of an item. */
export interface Recurring extends Rhythm {
  /** Number of payments in all, for installments. Null: until it is canceled. */
  payments: number | null;
  /** Days before the first payment. */
  trialDays: number;
}

/** Terms of the payments that follow an order, as they were when it was placed. In the currency of the order. */
export interface Recurrence extends Recurring {
  /** Amount of each payment, before its discount. */
  amount: number;
  discount: number;
  /** Number of later payments that are discounted. Null: all. */
  discounted: number | null;
}

/** The amount of the next payment. */
export const nextAmount = ({ amount, discount, discounted }: Pick<Recurrence, "amount" | "discount" | "discounted">) =>
  amount - (discounted === null || discounted > 0 ? discount : 0);
