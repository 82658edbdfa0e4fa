import { sql } from "#database/statements/sql.ts";
import { cancelRegistered } from "#domain/events/event-registrations/cancel-registered.ts";
import { insertRegistered, seatWaiting } from "#domain/events/event-registrations/insert-registered.ts";
import { notifyOfRegistration } from "#domain/events/event-registrations/notify-of-registration.ts";
import { findRegistrationOf, findWaitingOf } from "#domain/events/event-registrations/queries.ts";
import { isOnSale, isOpenAt, requireOpen } from "#domain/events/event-registrations/registration-rules.ts";
import { findTicket, lockTicket } from "#domain/events/event-tickets/queries.ts";
import { findEvent, lockEvent } from "#domain/events/events/queries.ts";
import { requireLockedEvent } from "#domain/events/events/require-event.ts";
import { findEventDiscount } from "#domain/memberships/subscriptions/benefits.ts";
import { moneyOf } from "#domain/platform/fields.ts";
import { eventAbout } from "#domain/platform/outbox/event-about.ts";
import { recordEvent } from "#domain/platform/outbox/record-event.ts";
import { nameOfItem } from "./named-rows.ts";
import type { ProductKind } from "./product-kind.ts";

export const eventTicket: ProductKind = {
  word: "ticket",
  scope: "events:write",
  table: sql`event_tickets`,
  parent: { table: sql`events`, id: sql`event_id`, label: sql`name` },
  isSellable: (now) => sql`events.deleted_at is null and events.status = 'published' and events.ends_at > ${now}`,
  usedAt: (slug) => `/events/${slug}`,
  access: { table: sql`event_registrations`, idKind: "eventRegistration", isDeletedAtEnd: false },

  async find(context, id) {
    const { now } = context;
    const ticket = await findTicket(context, id);
    const event = ticket && (await findEvent(context, { id: ticket.eventId }, now));
    if (!event) return undefined;
    const isPublic = event.status === "published" && event.visibility !== "members_only";
    return {
      product: { type: "event", id: event.id },
      name: nameOfItem(event.name, ticket.name),
      price: moneyOf(ticket.priceAmount, ticket.priceCurrency),
      recurring: null,
      path: `/events/${event.slug}`,
      isOnSale: isPublic && event.endsAt > now && isOpenAt(event, now) && isOnSale(ticket, now),
      maxQuantity: ticket.perOrderMax,
    };
  },
  endOfPayment: () => Promise.resolve(undefined),

  isLimitedByProduct: true,
  hasWaitlist: true,
  async findSeats(context, { id, product }, isLocked) {
    const event = await (isLocked ? lockEvent : findEvent)(context, { id: product.id }, context.now);
    const ticket = await (isLocked ? lockTicket : findTicket)(context, id);
    return [
      {
        column: "container_id",
        id: product.id,
        capacity: event?.capacity ?? null,
        taken: event?.registeredCount ?? 0,
      },
      { column: "product_id", id, capacity: ticket?.capacity ?? null, taken: ticket?.sold ?? 0 },
    ];
  },
  forOthers: { gift: false, seats: false },
  memberDiscount: findEventDiscount,

  async productOf(context, id) {
    const ticket = await findTicket(context, id);
    return ticket && { type: "event", id: ticket.eventId };
  },

  async hasAcquired(context, eventId, memberId) {
    const registration = await findRegistrationOf(context, { memberId, eventId });
    return registration !== undefined && registration.status !== "waitlisted";
  },

  lastedLonger: () => Promise.resolve(false),

  async give(context, { memberId, line }, eventId) {
    const event = await requireLockedEvent(context, { id: eventId });
    requireOpen(event);
    const { productId: ticketId, quantity } = line;
    const request = { memberId, ticketId, quantity, waitlist: false, source: "purchase" as const };
    const waiting = await findWaitingOf(context, { memberId, eventId, ticketId });
    if (waiting) {
      await seatWaiting(context, event, waiting.id, request);
      await notifyOfRegistration(context, { id: waiting.id, memberId }, "registered");
      await recordEvent(context, eventAbout("event_registration.promoted", "eventRegistration", waiting.id));
      return waiting.id;
    }
    const id = await insertRegistered(context, event, request);
    await notifyOfRegistration(context, { id, memberId }, "registered");
    await recordEvent(context, eventAbout("event_registration.created", "eventRegistration", id));
    return id;
  },

  givesAccess: () => Promise.resolve(true),
  endOfPaidPeriod: () => Promise.resolve(null),

  async end(context, { fulfilledId }) {
    await cancelRegistered(context, fulfilledId);
    await recordEvent(context, eventAbout("event_registration.canceled", "eventRegistration", fulfilledId));
  },

  endAt: () => Promise.resolve(),
  restore: (_context, _line, giveAgain) => giveAgain(),
};
