import type { Context, SiteScope } from "#domain/platform/context.ts";
import { type Money, moneyOf } from "#domain/platform/fields.ts";
import { validationFailed } from "#domain/platform/problem.ts";
import { findPlan } from "#domain/offers/course-plans/queries.ts";
import { findCourse } from "#domain/catalog/courses/queries.ts";
import { findTicket } from "#domain/events/event-tickets/queries.ts";
import { findEvent } from "#domain/events/events/queries.ts";
import { findService } from "#domain/offers/consulting/queries.ts";
import { findProduct } from "#domain/offers/digital-products/queries.ts";
import type { MembershipPlanRecord } from "#domain/offers/membership-plans/membership-plan.ts";
import { findMembershipPlan } from "#domain/offers/membership-plans/queries.ts";
import type { MembershipPricingRow } from "#domain/offers/membership-pricings/membership-pricing.ts";
import { findPricing } from "#domain/offers/membership-pricings/queries.ts";
import type { OrderLineRow } from "#domain/sales/orders/order.ts";
import { formatOrdered } from "#domain/sales/orders/product-id.ts";
import { type ItemReference, nameOfItem } from "#domain/sales/checkout/item.ts";
import { findTimeZone } from "#domain/platform/site/time-zone.ts";
import { firstPeriod } from "#domain/memberships/subscriptions/periods.ts";

/** A product of a recorded sale. Unlike an `Item` of the checkout, it need not be on sale or public. */
interface SoldProduct {
  name: string;
  /** Null: it has no price of its own. */
  price: Money | null;
  /** End of the membership that one payment pays for. Undefined: the plan decides. */
  until?: Date | undefined;
  maxQuantity: number;
}

const maxServices = 100;

/** Throws `validation_failed` if the product does not exist. */
export async function findSoldProduct(context: Context, reference: ItemReference): Promise<SoldProduct> {
  const found = await find(context, reference);
  if (found) return found;
  const id = formatOrdered(reference.type, reference.id);
  throw validationFailed("/productId", "not_found", `No product that can be sold has the ID ${id}.`);
}

function find(context: Context, { type, id }: ItemReference): Promise<SoldProduct | undefined> {
  switch (type) {
    case "course_plan":
      return findCoursePlan(context, id);
    case "membership_pricing":
      return findMembershipPricing(context, id);
    case "event_ticket":
      return findEventTicket(context, id);
    case "digital_product":
      return findDigitalProduct(context, id);
    case "consulting_service":
      return findConsultingService(context, id);
    default:
      return Promise.resolve(undefined);
  }
}

async function findCoursePlan(context: Context, id: string): Promise<SoldProduct | undefined> {
  const plan = await findPlan(context, id);
  const course = plan && (await findCourse(context, { id: plan.courseId }));
  if (!course) return undefined;
  const price = moneyOf(plan.priceAmount, plan.priceCurrency);
  return { name: nameOfItem(course.name, plan.name), price, maxQuantity: 1 };
}

async function findMembershipPricing(context: Context, id: string): Promise<SoldProduct | undefined> {
  const pricing = await findPricing(context, id);
  const plan = pricing && (await findMembershipPlan(context, { id: pricing.planId }));
  if (!plan) return undefined;
  const price = { amount: pricing.priceAmount, currency: pricing.priceCurrency };
  const until = await endOfPeriod(context, plan, pricing, context.now);
  return { name: nameOfItem(plan.name, pricing.label), price, until, maxQuantity: 1 };
}

/** Nobody charges the next period, so that a recurring membership ends with the one that was paid. */
async function endOfPeriod(
  scope: SiteScope,
  { planType }: Pick<MembershipPlanRecord, "planType">,
  { interval, intervalCount }: Pick<MembershipPricingRow, "interval" | "intervalCount">,
  from: Date,
): Promise<Date | undefined> {
  if (planType !== "recurring" || interval === null) return undefined;
  return firstPeriod(from, { interval, intervalCount, timeZone: await findTimeZone(scope) }).currentPeriodEnd;
}

/** Returns the end of the membership that an order line has paid for, if the plan does not decide. */
export async function endOfPaidMembership(
  context: Context,
  { productType, productId }: Pick<OrderLineRow, "productType" | "productId">,
  paidAt: Date,
): Promise<Date | undefined> {
  if (productType !== "membership_pricing") return undefined;
  const pricing = await findPricing(context, productId);
  const plan = pricing && (await findMembershipPlan(context, { id: pricing.planId }));
  return plan && endOfPeriod(context, plan, pricing, paidAt);
}

async function findEventTicket(context: Context, id: string): Promise<SoldProduct | undefined> {
  const ticket = await findTicket(context, id);
  const event = ticket && (await findEvent(context, { id: ticket.eventId }, context.now));
  if (!event) return undefined;
  const price = moneyOf(ticket.priceAmount, ticket.priceCurrency);
  return { name: nameOfItem(event.name, ticket.name), price, maxQuantity: ticket.perOrderMax };
}

async function findDigitalProduct(context: Context, id: string): Promise<SoldProduct | undefined> {
  const product = await findProduct(context, { id });
  return product && { name: product.name, price: priceOf(product), maxQuantity: 1 };
}

async function findConsultingService(context: Context, id: string): Promise<SoldProduct | undefined> {
  const service = await findService(context, { id });
  return service && { name: service.name, price: priceOf(service), maxQuantity: maxServices };
}

const priceOf = ({ priceAmount, priceCurrency }: { priceAmount: number | null; priceCurrency: string | null }) =>
  moneyOf(priceAmount, priceCurrency);
