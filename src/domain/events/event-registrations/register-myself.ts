import * as z from "zod";
import type { EventRecord } from "#domain/events/events/event.ts";
import { requireLockedEvent } from "#domain/events/events/require-event.ts";
import type { EventTicketRow } from "#domain/events/event-tickets/event-ticket.ts";
import { findTicket } from "#domain/events/event-tickets/queries.ts";
import { requireSession } from "#domain/platform/callers/require-session.ts";
import type { Context } from "#domain/platform/context.ts";
import { about } from "#domain/platform/audit/about.ts";
import { ReferenceTo } from "#domain/platform/fields.ts";
import { formatId, Id } from "#domain/platform/ids.ts";
import { mustExist } from "#domain/platform/must-exist.ts";
import { operation } from "#domain/platform/operation.ts";
import { unchanged } from "#domain/platform/outcome.ts";
import { notFound, Problem } from "#domain/platform/problem.ts";
import { limitOwnRequests } from "#domain/platform/rate-limits/limit-own-requests.ts";
import { resourceNotFound } from "#domain/platform/resource-not-found.ts";
import { cancelRegistered } from "./cancel-registered.ts";
import { findRegistration, findRegistrationOf } from "./queries.ts";
import { insertRegistered, insertWithoutSeat, type RegistrationInput } from "./insert-registered.ts";
import { notifyOfRegistration } from "./notify-of-registration.ts";
import { promoteWaitlist } from "./promote-waitlist.ts";
import { requireRegistration } from "./require-registration.ts";
import { hasFreeSeats } from "./seats.ts";
import { isOnSale, isOpenAt, mayCancel, requireOpen, requireTicket, soldOut } from "./registration-rules.ts";
import { isSelling } from "#domain/site/selling/selling-settings.ts";

const Registered = z.object({ id: Id("eventRegistration"), status: z.enum(["registered", "waitlisted"]) });

/**
 * Registers the signed-in member for a free event, once, or puts them on its waitlist, or on that of a ticket with a
 * price. Throws `not_found`, `invalid_state` (not open, or not free), `sold_out` and `rate_limited`.
 */
export const registerMyself = operation({
  name: "registerMyself",
  summary: "Register for a free event",
  writes: { only: ["session"] },
  input: z.object({ event: ReferenceTo("event"), ticketId: Id("eventTicket"), waitlist: z.boolean().default(false) }),
  output: Registered,
  prepare: limitOwnRequests,
  async run(context, { event: reference, ticketId, waitlist }) {
    const { memberId } = requireSession(context);
    const event = await requireLockedEvent(context, reference);
    if (event.status === "draft" || event.visibility === "members_only") throw resourceNotFound("event", reference);
    const ownRegistration = await findRegistrationOf(context, { memberId, eventId: event.id });
    if (ownRegistration) return unchanged({ id: ownRegistration.id, status: statusOf(ownRegistration) });
    requireOpen(event);
    requireOpenAt(event, context.now);
    const ticket = requireTicket(event.id, await findTicket(context, ticketId), { ticketId, quantity: 1 });
    requireOnSale(ticket, context.now);
    // A seat whose checkout or offer is past its deadline goes to the waitlist first, before the job that ends them.
    await promoteWaitlist(context, event.id);
    const request = { memberId, ticketId, quantity: 1, waitlist, source: "purchase" as const };
    const id = await (ticket.priceAmount ? waitForPaidSeat : insertRegistered)(context, event, request);
    const status = statusOf(await mustExist(findRegistrationOf(context, { memberId, eventId: event.id })));
    await notifyOfRegistration(context, { id, memberId }, status);
    return { id, status };
  },
  audit: (_input, { id, status }) => about("eventRegistration", id, { status }),
  emits: "event_registration.created",
});

const statusOf = ({ status }: { status: string }) =>
  status === "waitlisted" ? ("waitlisted" as const) : ("registered" as const);

const notCancelable =
  "Members cancel registrations without a price, and their place on a waitlist, until the event starts.";

/** Cancels the member's own free registration for an event that has not started. Its seat goes to the waitlist. */
export const cancelMyRegistration = operation({
  name: "cancelMyRegistration",
  summary: "Cancel the member's registration",
  writes: { only: ["session"] },
  input: z.object({ id: Id("eventRegistration") }),
  output: z.object({ id: Id("eventRegistration") }),
  async run(context, { id }) {
    const { memberId } = requireSession(context);
    const found = await findRegistration(context, id);
    if (found?.memberId !== memberId) throw notFound("registration", formatId("eventRegistration", id));
    const event = await requireLockedEvent(context, { id: found.eventId });
    const { status, ticketId } = await requireRegistration(context, id);
    const isFree = !(await findTicket(context, ticketId))?.priceAmount;
    if (event.status !== "published" || !mayCancel(event, { status, isFree }, context.now)) {
      throw new Problem("invalid_state", notCancelable, { allowed: [] });
    }
    await cancelRegistered(context, id);
    return { id };
  },
  emits: "event_registration.canceled",
});

function requireOpenAt(event: EventRecord, now: Date): void {
  if (!isOpenAt(event, now))
    throw new Problem("invalid_state", "Registration for this event is closed.", { allowed: [] });
}

function requireOnSale(ticket: EventTicketRow, now: Date): void {
  if (!isOnSale(ticket, now)) throw new Problem("invalid_state", "This ticket is not available.", { allowed: [] });
}

/** Puts a member on the waitlist of a ticket that they have to pay for. */
async function waitForPaidSeat(context: Context, event: EventRecord, request: RegistrationInput): Promise<string> {
  const seats = {
    eventId: event.id,
    ticketId: request.ticketId,
    quantity: request.quantity,
    memberId: request.memberId,
  };
  if (!request.waitlist || !(await isSelling(context)) || (await hasFreeSeats(context, seats))) {
    throw new Problem("invalid_state", "This ticket is not free.", { allowed: [] });
  }
  if (!event.waitlistEnabled) throw soldOut(false);
  return insertWithoutSeat(context, event, request);
}
