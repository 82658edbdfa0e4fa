import { sql } from "#database/sql.ts";
import type { Context } from "#domain/platform/context.ts";
import { insertRegistered, seatWaiting } from "#domain/events/event-registrations/insert-registered.ts";
import { findWaitingOf } from "#domain/events/event-registrations/queries.ts";
import { requireOpen } from "#domain/events/event-registrations/registration-rules.ts";
import { requireLockedEvent } from "#domain/events/events/require-event.ts";
import { enrollMany } from "#domain/learning/enrollments/enroll-many.ts";
import { eventAbout } from "#domain/platform/outbox/event-about.ts";
import { recordEvent } from "#domain/platform/outbox/record-event.ts";
import { mustExist } from "#domain/platform/must-exist.ts";
import { Problem } from "#domain/platform/problem.ts";
import { insertSessions } from "#domain/offers/consulting/grant-queries.ts";
import { findService } from "#domain/offers/consulting/queries.ts";
import { giveProduct, grantedEvent } from "#domain/offers/digital-products/give-product.ts";
import type { FulfilledLine } from "#domain/sales/orders/change-order.ts";
import { requirePlan, requireSubscriber, subscribe } from "#domain/memberships/subscriptions/subscribe.ts";
import { subscriptionEvent } from "#domain/memberships/subscriptions/notify.ts";
import { only } from "#lib/only.ts";
import { hasAcquired } from "./already-acquired.ts";
import { findItemOf, type ItemToFulfill } from "./item-to-fulfill.ts";
import { asSystem } from "#domain/platform/system-context.ts";

const tables = {
  enrollment: sql`enrollments`,
  registration: sql`event_registrations`,
  subscription: sql`subscriptions`,
  grant: sql`digital_product_grants`,
  sessions: sql`consulting_grants`,
};

interface Sold {
  memberId: string;
  line: Pick<FulfilledLine, "id" | "productType" | "productId" | "quantity" | "recurrence">;
  /** The end of a membership that nobody charges: it was paid elsewhere, or is restored after a dispute. */
  until?: Date | undefined;
  /** The start of the access. Defaults to now. */
  startsAt?: Date | undefined;
  /** False: the member gets no in-app notification. */
  notify?: boolean;
}

/**
 * Fulfills a paid line and returns the ID of the enrollment, registration, subscription or grant. Its `source` is
 * `purchase` and its `source_id` the line. Throws a problem if the line can no longer be fulfilled.
 */
export async function fulfillLine(context: Context, sold: Sold): Promise<string> {
  const { memberId, line, notify = true } = sold;
  const system = notify ? asSystem(context) : asSystem(silent(context));
  const item = await findItemOf(system, line);
  if (await hasAcquired(system, item, memberId)) {
    throw new Problem("already_exists", "The member already has what this line contains.");
  }
  const { kind, id } = await grantItem(system, sold, item);
  await system.db.run`
    update ${tables[kind]} set source = 'purchase', source_id = ${line.id}
     where site_id = ${system.site.id} and id = ${id}`;
  return id;
}

const silent = (context: Context): Context => ({
  ...context,
  tells: { events: context.tells?.events ?? true, notices: false },
});

interface FulfillmentInput {
  kind: keyof typeof tables;
  id: string;
}

function grantItem(context: Context, sold: Sold, item: ItemToFulfill): Promise<FulfillmentInput> {
  switch (item.type) {
    case "course_plan":
      return enroll(context, sold, item.product.id);
    case "membership_pricing":
      return startSubscription(context, sold, item.product.id);
    case "event_ticket":
      return register(context, sold, item.product.id);
    case "consulting_service":
      return giveSessions(context, sold);
    default:
      return grant(context, sold);
  }
}

async function enroll(
  context: Context,
  { memberId, line, startsAt, notify = true }: Sold,
  courseId: string,
): Promise<FulfillmentInput> {
  const row = {
    studentId: memberId,
    courseId,
    planId: line.productId,
    startsAt,
    onExisting: "extend" as const,
    notify,
  };
  const outcome = only(await enrollMany(context, [row], { createStudents: false, source: "purchase" }));
  if (outcome instanceof Problem) throw outcome;
  return { kind: "enrollment", id: outcome.id };
}

async function startSubscription(
  context: Context,
  { memberId, line, until, startsAt }: Sold,
  planId: string,
): Promise<FulfillmentInput> {
  await requireSubscriber(context, memberId);
  const plan = await requirePlan(context, { planId, memberId });
  const none = { externalId: null, metadata: {} };
  const { productId: pricingId, recurrence } = line;
  const trialDays = until ? 0 : (recurrence?.trialDays ?? 0);
  const request = { memberId, pricingId, trialDays, startsAt, endsAt: until, ...none, source: "purchase" as const };
  const subscription = await subscribe(context, plan, request);
  await recordEvent(context, subscriptionEvent("created", subscription));
  return { kind: "subscription", id: subscription.id };
}

async function register(context: Context, { memberId, line }: Sold, eventId: string): Promise<FulfillmentInput> {
  const event = await requireLockedEvent(context, { id: eventId });
  requireOpen(event);
  const { productId: ticketId, quantity } = line;
  const request = { memberId, ticketId, quantity, waitlist: false, source: "purchase" as const };
  const waiting = await findWaitingOf(context, { memberId, eventId, ticketId });
  if (waiting) {
    await seatWaiting(context, event, waiting.id, request);
    await recordEvent(context, eventAbout("event_registration.promoted", "eventRegistration", waiting.id));
    return { kind: "registration", id: waiting.id };
  }
  const id = await insertRegistered(context, event, request);
  await recordEvent(context, eventAbout("event_registration.created", "eventRegistration", id));
  return { kind: "registration", id };
}

async function giveSessions(
  context: Context,
  { memberId, line, startsAt = context.now }: Sold,
): Promise<FulfillmentInput> {
  const { productId: serviceId, quantity } = line;
  const { sessionsIncluded } = await mustExist(findService(context, { id: serviceId }));
  const sessionsTotal = sessionsIncluded * quantity;
  const granted = { serviceId, memberId, sessionsTotal, source: "purchase" as const, grantedAt: startsAt };
  return { kind: "sessions", id: await insertSessions(context, granted) };
}

async function grant(context: Context, { memberId, line, startsAt }: Sold): Promise<FulfillmentInput> {
  const { id, created } = await giveProduct(context, line.productId, {
    memberId,
    source: "purchase",
    grantedAt: startsAt,
  });
  if (created) await recordEvent(context, grantedEvent(id));
  return { kind: "grant", id };
}
