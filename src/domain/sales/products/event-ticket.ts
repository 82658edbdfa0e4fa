import { sql } from "#database/sql.ts";
import { isOnSale, isOpenAt } from "#domain/events/event-registrations/registration-rules.ts";
import { findTicket } from "#domain/events/event-tickets/queries.ts";
import { findEvent } from "#domain/events/events/queries.ts";
import { moneyOf } from "#domain/platform/fields.ts";
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
  endOfPayment: null,
};
