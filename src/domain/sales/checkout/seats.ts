import type { Context } from "#domain/platform/context.ts";
import { findPlan, lockPlan } from "#domain/offers/course-plans/queries.ts";
import { findTicket, lockTicket } from "#domain/events/event-tickets/queries.ts";
import { findEvent, lockEvent } from "#domain/events/events/queries.ts";
import { findMembershipPlan, lockMembershipPlan } from "#domain/offers/membership-plans/queries.ts";
import type { Item } from "./item.ts";
import { countReserved } from "#domain/offers/reservations/reservations.ts";

/** Returns what the reservations of an item count against, besides the item itself. */
export const containerOf = ({ type, product }: Item): string | null =>
  type === "event_ticket" || type === "membership_pricing" ? product.id : null;

/** A limit of seats: of a price, or of its product. */
interface Limit {
  column: "product_id" | "container_id";
  id: string;
  capacity: number | null;
  taken: number;
}

/**
 * Returns the number of seats that nobody has taken and no other member has reserved. Null: there is no limit. Locks
 * what counts them, so that the answer holds until the end of the transaction.
 */
export const lockFreeSeats = (context: Context, item: Item, memberId: string): Promise<number | null> =>
  freeSeats(
    context,
    { item, memberId },
    {
      plan: lockPlan,
      membershipPlan: lockMembershipPlan,
      event: lockEvent,
      ticket: lockTicket,
    },
  );

/** The same without a lock, for a page. */
export const readFreeSeats = (context: Context, item: Item, memberId: string | null): Promise<number | null> =>
  freeSeats(
    context,
    { item, memberId },
    {
      plan: findPlan,
      membershipPlan: findMembershipPlan,
      event: findEvent,
      ticket: findTicket,
    },
  );

interface Readers {
  plan: typeof findPlan;
  membershipPlan: typeof findMembershipPlan;
  event: typeof findEvent;
  ticket: typeof findTicket;
}

async function freeSeats(
  context: Context,
  { item, memberId }: { item: Item; memberId: string | null },
  readers: Readers,
): Promise<number | null> {
  const free: number[] = [];
  for (const { column, id, capacity, taken } of await limitsOf(context, item, readers)) {
    if (capacity === null) continue;
    free.push(Math.max(capacity - taken - (await countReserved(context, column, { id, memberId })), 0));
  }
  return free.length === 0 ? null : Math.min(...free);
}

async function limitsOf(context: Context, { type, id, product }: Item, readers: Readers): Promise<Limit[]> {
  switch (type) {
    case "course_plan": {
      const plan = await readers.plan(context, id);
      return [{ column: "product_id", id, capacity: plan?.seats ?? null, taken: plan?.seatsTaken ?? 0 }];
    }
    case "membership_pricing": {
      const plan = await readers.membershipPlan(context, { id: product.id });
      const [capacity, taken] = [plan?.memberLimit ?? null, plan?.subscriberCount ?? 0];
      return [{ column: "container_id", id: product.id, capacity, taken }];
    }
    case "event_ticket": {
      const event = await readers.event(context, { id: product.id }, context.now);
      const ticket = await readers.ticket(context, id);
      const ofEvent = { capacity: event?.capacity ?? null, taken: event?.registeredCount ?? 0 };
      const ofTicket = { capacity: ticket?.capacity ?? null, taken: ticket?.sold ?? 0 };
      return [
        { column: "container_id", id: product.id, ...ofEvent },
        { column: "product_id", id, ...ofTicket },
      ];
    }
    default:
      return [];
  }
}
