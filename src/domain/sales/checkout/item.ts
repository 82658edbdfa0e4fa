import type { Context } from "#domain/platform/context.ts";
import { type Money, moneyOf } from "#domain/platform/fields.ts";
import type { OrderedType } from "#domain/sales/orders/product-id.ts";
import type { Recurring } from "#domain/sales/billing/recurrence.ts";
import type { Product } from "#domain/offers/coupons/product.ts";
import { memberOf } from "#access/caller.ts";
import { findPlan } from "#domain/offers/course-plans/queries.ts";
import { findVisibleCourse } from "#domain/learning/self-enrollment/free-offer.ts";
import { findTicket } from "#domain/events/event-tickets/queries.ts";
import { findEvent } from "#domain/events/events/queries.ts";
import { findService } from "#domain/offers/consulting/queries.ts";
import { findMembershipPlan } from "#domain/offers/membership-plans/queries.ts";
import { findPricing } from "#domain/offers/membership-pricings/queries.ts";
import { findProduct } from "#domain/offers/digital-products/queries.ts";
import { hadPlan } from "#domain/memberships/subscriptions/queries.ts";

/** Types that the checkout sells. */
type SoldType = Exclude<OrderedType, "bundle">;

/** The product of an order line: a price of a product, or a product with one price. */
export interface ItemReference {
  type: OrderedType;
  id: string;
}

/** Something that a member can buy. */
export interface Item {
  type: SoldType;
  id: string;
  /** The product as coupons distinguish it. */
  product: Product;
  /** For the order line and the receipt. */
  name: string;
  /** Price of one period, or of all installments together. */
  price: Money;
  /** Null: it is paid once. */
  recurring: Recurring | null;
  /** The item's page. */
  path: string;
}

/** Finds an item that is on sale and on a public page. Drafts are not found, so that they are not disclosed. */
export function findItem(context: Context, { type, id }: ItemReference): Promise<Item | undefined> {
  switch (type) {
    case "course_plan":
      return findCoursePlanItem(context, id);
    case "membership_pricing":
      return findPricingItem(context, id);
    case "event_ticket":
      return findTicketItem(context, id);
    case "digital_product":
      return findProductItem(context, id);
    case "consulting_service":
      return findServiceItem(context, id);
    default:
      return Promise.resolve(undefined);
  }
}

interface SalePeriod {
  saleStartsAt: Date | null;
  saleEndsAt: Date | null;
}

const isOnSale = ({ saleStartsAt, saleEndsAt }: SalePeriod, now: Date): boolean =>
  (saleStartsAt === null || saleStartsAt <= now) && (saleEndsAt === null || saleEndsAt > now);

async function findCoursePlanItem(context: Context, id: string): Promise<Item | undefined> {
  const plan = await findPlan(context, id);
  const course = plan && (await findVisibleCourse(context, { id: plan.courseId }));
  const price = plan && moneyOf(plan.priceAmount, plan.priceCurrency);
  if (!course || !price || !plan.active || !isOnSale(plan, context.now)) return undefined;
  const product = { type: "course" as const, id: course.id };
  const { installments } = plan;
  const recurring = installments && {
    interval: installments.interval,
    intervalCount: 1,
    payments: installments.count,
    trialDays: 0,
  };
  return {
    type: "course_plan",
    id,
    product,
    name: nameOfItem(course.name, plan.name),
    price,
    recurring,
    path: `/courses/${course.slug}`,
  };
}

async function findPricingItem(context: Context, id: string): Promise<Item | undefined> {
  const pricing = await findPricing(context, id);
  const plan = pricing?.active ? await findMembershipPlan(context, { id: pricing.planId }) : undefined;
  if (!pricing || plan?.status !== "active" || !plan.visible) return undefined;
  const product = { type: "membership_plan" as const, id: plan.id };
  const price = { amount: pricing.priceAmount, currency: pricing.priceCurrency };
  const name = nameOfItem(plan.name, pricing.label);
  const { interval, intervalCount } = pricing;
  const trialDays = await trialOf(context, plan);
  const recurring = interval && { interval, intervalCount, payments: null, trialDays };
  return { type: "membership_pricing", id, product, name, price, recurring, path: `/membership-plans/${plan.slug}` };
}

async function findTicketItem(context: Context, id: string): Promise<Item | undefined> {
  const ticket = await findTicket(context, id);
  const event = ticket?.visible ? await findEvent(context, { id: ticket.eventId }, context.now) : undefined;
  const price = ticket && moneyOf(ticket.priceAmount, ticket.priceCurrency);
  if (!price || event?.status !== "published" || event.visibility === "members_only") return undefined;
  const { registrationOpensAt: saleStartsAt, registrationClosesAt: saleEndsAt } = event;
  const isOpen = isOnSale(ticket, context.now) && isOnSale({ saleStartsAt, saleEndsAt }, context.now);
  if (!isOpen || event.endsAt <= context.now) return undefined;
  const product = { type: "event" as const, id: event.id };
  return {
    type: "event_ticket",
    id,
    product,
    name: nameOfItem(event.name, ticket.name),
    price,
    recurring: null,
    path: `/events/${event.slug}`,
  };
}

async function findProductItem(context: Context, id: string): Promise<Item | undefined> {
  const product = await findProduct(context, { id });
  const price = product && moneyOf(product.priceAmount, product.priceCurrency);
  if (!price || product.status !== "published") return undefined;
  const sold = { type: "digital_product" as const, id };
  return {
    ...sold,
    product: sold,
    name: product.name,
    price,
    recurring: null,
    path: `/digital-products/${product.slug}`,
  };
}

async function findServiceItem(context: Context, id: string): Promise<Item | undefined> {
  const service = await findService(context, { id });
  const price = service && moneyOf(service.priceAmount, service.priceCurrency);
  if (!price || service.status !== "published") return undefined;
  const sold = { type: "consulting_service" as const, id };
  return { ...sold, product: sold, name: service.name, price, recurring: null, path: `/consulting/${service.slug}` };
}

/** A member gets the trial of a plan once. */
async function trialOf(
  context: Context,
  { id: planId, trialDays }: { id: string; trialDays: number },
): Promise<number> {
  const memberId = memberOf(context.caller);
  if (trialDays === 0 || memberId === null) return trialDays;
  return (await hadPlan(context, { memberId, planId })) ? 0 : trialDays;
}

/** The name of a product and its price on an order line. */
export const nameOfItem = (product: string, price: string | null): string =>
  price === null || price === product ? product : `${product} (${price})`;
