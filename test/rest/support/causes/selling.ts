import assert from "node:assert/strict";
import { downloadLink } from "#domain/offers/digital-products/download-link.ts";
import { notifyOfSoon } from "#domain/events/events/notify-of-soon.ts";
import { parseId } from "#domain/platform/ids.ts";
import { processIfDue } from "#domain/memberships/subscriptions/process-due.ts";
import { day, hour, now } from "../../../support/clock.ts";
import { database } from "../../../support/databases/database.ts";
import { storage } from "../../../support/worlds/storage.ts";
import { type AFile, sendFile } from "../../../support/worlds/uploads.ts";
import { anOpenEvent, anEvent, inHours, register } from "../an-event.ts";
import { aService, book, inDays as onDay, slotsOn } from "../made-consulting.ts";
import { aPlan, aPrice, aSubscription, inDays } from "../made-subscriptions.ts";
import type { Operator } from "../operator.ts";
import { anEmail } from "../added-members.ts";
import { type Causes, done } from "./causes.ts";

async function aRecurring(operator: Operator, fields: object = {}) {
  const plan = await aPlan(operator);
  const price = await aPrice(operator, plan);
  return aSubscription(operator, plan, { pricing_id: price.id, ...fields });
}

const steps =
  (...of: readonly (readonly [string, object?])[]) =>
  async (operator: Operator) => {
    const { id } = await aRecurring(operator);
    for (const [name, body = {}] of of) await done(operator.post(`/subscriptions/${id}/${name}`, body));
  };

/** Runs the clock for a subscription this many days later. */
async function tend(operator: Operator, { id }: { id: string }, days: number): Promise<void> {
  const time = new Date(now().getTime() + days * day);
  const context = { ...operator.site.context(), caller: { kind: "system" } as const, now: time };
  await database.transaction((db) => processIfDue({ ...context, db }, parseId("subscription", id)!));
}

/** An event with one ticket and one registrant. */
async function aFullEvent(operator: Operator) {
  const { event, ticket } = await anOpenEvent(operator, { capacity: 1, waitlist_enabled: true });
  const first = await register(operator, event, { ticket_id: ticket.id, email: anEmail() });
  return { event, ticket, first };
}

async function aProduct(operator: Operator) {
  const { id } = await done(operator.post("/digital_products", { name: "Charts" }));
  const file = (await sendFile(operator, Buffer.from("A chart"), { purpose: "digital_product" })).json<AFile>();
  await done(operator.post(`/digital_products/${id}/files`, { file_id: file.id }));
  return { id, file: file.id };
}

async function aBooking(operator: Operator) {
  const service = await aService(operator);
  const [first, second] = await slotsOn(operator, service, onDay(2));
  const { id } = await done(book(operator, service, first!.starts_at));
  return { id, other: second!.starts_at };
}

export const causesOfSelling: Causes = {
  "subscription.created": async (operator) => aSubscription(operator, await aPlan(operator)),
  "subscription.activated": async (operator) => tend(operator, await aRecurring(operator, { trial_days: 7 }), 7),
  "subscription.trial_ending": async (operator) => tend(operator, await aRecurring(operator, { trial_days: 7 }), 5),
  "subscription.renewed": async (operator) => tend(operator, await aRecurring(operator), 32),
  "subscription.updated": async (operator) => {
    const { id } = await aRecurring(operator);
    await done(operator.post(`/subscriptions/${id}/extend`, { days: 5 }));
  },
  "subscription.paused": steps(["pause"]),
  "subscription.resumed": steps(["pause"], ["resume"]),
  "subscription.cancel_scheduled": steps(["cancel", { mode: "at_period_end" }]),
  "subscription.canceled": steps(["cancel", { mode: "now" }]),
  "subscription.expired": async (operator) => {
    const plan = await aPlan(operator, { plan_type: "specific_length", length_days: 10 });
    await tend(operator, await aSubscription(operator, plan), 11);
  },
  "membership_plan.created": (operator) => aPlan(operator),
  "membership_plan.updated": async (operator) => {
    const { id } = await aPlan(operator);
    await done(operator.put(`/membership_plans/${id}/benefits`, { all_courses: true }));
  },
  "membership_plan.archived": async (operator) => {
    const { id } = await aPlan(operator);
    await done(operator.patch(`/membership_plans/${id}`, { status: "archived" }));
  },
  "event.created": (operator) => anEvent(operator),
  "event.updated": async (operator) => {
    const { id } = await anEvent(operator);
    await done(operator.patch(`/events/${id}`, { summary: "By lamplight" }));
  },
  "event.published": async (operator) => {
    const { id } = await anEvent(operator);
    await done(operator.post(`/events/${id}/publish`));
  },
  "event.canceled": async (operator) => {
    const { event } = await anOpenEvent(operator);
    await done(operator.post(`/events/${event.id}/cancel`, { notify_attendees: false }));
  },
  "event.starting_soon": async (operator) => {
    const startsAt = inHours(20);
    const { event } = await anOpenEvent(operator, { starts_at: startsAt, ends_at: inHours(21) });
    const found = [{ id: parseId("event", event.id)!, startsAt: new Date(startsAt) }];
    for (const _ of [1, 2]) await notifyOfSoon(operator.site.context(), found);
  },
  "event_registration.created": aFullEvent,
  "event_registration.promoted": async (operator) => {
    const { event, ticket, first } = await aFullEvent(operator);
    await register(operator, event, { ticket_id: ticket.id, email: anEmail(), waitlist: true });
    await done(operator.post(`/event_registrations/${first.id}/cancel`));
  },
  "event_registration.checked_in": async (operator) => {
    const { first } = await aFullEvent(operator);
    for (const _ of [1, 2]) await done(operator.post(`/event_registrations/${first.id}/check_in`));
  },
  "event_registration.check_in_undone": async (operator) => {
    const { first } = await aFullEvent(operator);
    await done(operator.post(`/event_registrations/${first.id}/check_in`));
    for (const _ of [1, 2]) await done(operator.post(`/event_registrations/${first.id}/undo_check_in`));
  },
  "event_registration.canceled": async (operator) => {
    const { first } = await aFullEvent(operator);
    await done(operator.post(`/event_registrations/${first.id}/cancel`));
  },
  "coupon.created": (operator) => done(operator.post("/coupons", aCoupon("ONE"))),
  "coupon.updated": async (operator) => {
    const { id } = await done(operator.post("/coupons", aCoupon("TWO")));
    await done(operator.patch(`/coupons/${id}`, { name: "Spring" }));
  },
  "digital_product.published": async (operator) => {
    const { id } = await aProduct(operator);
    await done(operator.post(`/digital_products/${id}/publish`));
  },
  "digital_product.updated": async (operator) => {
    const { id } = await done(operator.post("/digital_products", { name: "Tables" }));
    await done(operator.patch(`/digital_products/${id}`, { name: "Tide tables" }));
  },
  "digital_product.granted": async (operator) => {
    const { id } = await aProduct(operator);
    await done(operator.post(`/digital_products/${id}/grants`, { people: [{ email: anEmail() }] }));
  },
  "digital_product.downloaded": async (operator) => {
    const { id, file } = await aProduct(operator);
    const { site, member } = operator;
    const response = await done<{ results: { id: string }[] }>(
      operator.post(`/digital_products/${id}/grants`, { people: [{ member_id: member.sub }] }),
    );
    const grant = { id: parseId("digitalProductGrant", response.results[0]!.id)!, expiresAt: null };
    const grantRow = { ...grant, downloads: 0, downloadLimit: null };
    const link = downloadLink({ ...site.context(), storage }, grantRow, parseId("file", file)!)!;
    for (const _ of [1, 2]) assert.equal((await site.get(link.slice(site.origin.length))).statusCode, 200);
  },
  "consulting_booking.created": aBooking,
  "consulting_booking.rescheduled": async (operator) => {
    const { id, other } = await aBooking(operator);
    await done(operator.post(`/consulting_bookings/${id}/reschedule`, { starts_at: other }));
  },
  "consulting_booking.canceled": async (operator) => {
    const { id } = await aBooking(operator);
    await done(operator.post(`/consulting_bookings/${id}/cancel`));
  },
  "consulting_booking.completed": async (operator) => {
    const { id } = await aBooking(operator);
    const bearer = { authorization: `Bearer ${operator.bearer}` };
    await database.run`
      update consulting_bookings set starts_at = ${new Date(now().getTime() - 2 * hour)},
             ends_at = ${new Date(now().getTime() - hour)}
       where site_id = ${operator.site.site.id} and id = ${parseId("consultingBooking", id)}`;
    await done(operator.post(`/consulting_bookings/${id}/complete`, {}, bearer));
  },
};

const aCoupon = (code: string) => ({
  code,
  discount: { kind: "percent", percent: 10 },
  expires_at: inDays(30),
});
