import { promoteWaitlist } from "#domain/events/event-registrations/promote-waitlist.ts";
import { lockEvent } from "#domain/events/events/queries.ts";
import type { Context } from "#domain/platform/context.ts";
import { releaseReservations } from "#domain/offers/reservations/reservations.ts";

/** Frees what an unpaid order has reserved. Seats go to the waitlist of their event. The order must be locked. */
export async function freeReservations(context: Context, orderId: string): Promise<void> {
  for (const id of await releaseReservations(context, orderId)) await offerFreeSeats(context, id);
}

/** Gives the free seats of an event to its waitlist. Other containers, such as membership plans, have none. */
export async function offerFreeSeats(context: Context, containerId: string): Promise<void> {
  const event = await lockEvent(context, { id: containerId }, context.now);
  if (event && event.deletedAt === null) await promoteWaitlist(context, event.id);
}
