import { newId } from "#domain/platform/ids.ts";
import type { CourseFacts, LectureFacts, PricingFacts } from "./catalog.ts";

export interface Person {
  id: string;
  email: string;
  name: string;
  joinedAt: Date;
  /** Amount of learning. */
  habit: Habit;
}

export type Habit = "keen" | "steady" | "casual" | "gone" | "visitor";

/** A lecture that was opened by a member. */
export interface Step {
  lecture: LectureFacts;
  openedAt: Date;
  /** Null: not done yet. */
  doneAt: Date | null;
}

/** An enrollment with the progress in its course. */
export interface Learning {
  id: string;
  person: Person;
  course: CourseFacts;
  source: "free" | "purchase" | "membership" | "manual" | "group";
  sourceId: string | null;
  planId: string | null;
  enrolledAt: Date;
  expiresAt: Date | null;
  steps: Step[];
  completedAt: Date | null;
  revoked: { at: Date; reason: string; cause: "refund" | "dispute" } | null;
}

/** A purchase, before it becomes an order with a number. */
export interface Sale {
  lineId: string;
  person: Person;
  at: Date;
  productType: "course_plan" | "membership_pricing" | "event_ticket" | "digital_product";
  productId: string;
  /** The event of a ticket, the plan of a price. */
  containerId: string | null;
  name: string;
  amount: number;
  kind: "checkout" | "renewal";
  coupon: string | null;
  subscriptionId: string | null;
  period: { start: Date; end: Date } | null;
  fulfilledId: string | null;
  outcome: Outcome;
}

export type Outcome =
  | "paid"
  | "refunded"
  | "partially_refunded"
  | "disputed"
  | "failed"
  | "expired"
  | "canceled"
  | "pending";

type SoldItem = Pick<Sale, "productType" | "productId" | "name" | "amount"> & Partial<Sale>;

/** A sale with the defaults of a paid checkout. */
export const saleOf = (at: Date, person: Person, item: SoldItem): Sale => ({
  lineId: newId(),
  person,
  at,
  containerId: null,
  kind: "checkout",
  coupon: null,
  subscriptionId: null,
  period: null,
  fulfilledId: null,
  outcome: "paid",
  ...item,
});

export interface Membership {
  id: string;
  person: Person;
  pricing: PricingFacts;
  startsAt: Date;
  status: "active" | "trialing" | "canceled" | "past_due";
  trialEndsAt: Date | null;
  periodStart: Date;
  periodEnd: Date | null;
  endsAt: Date | null;
}
