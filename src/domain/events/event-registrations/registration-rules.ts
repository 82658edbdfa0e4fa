import type { EventRecord } from "#domain/events/events/event.ts";
import type { EventTicketRow } from "#domain/events/event-tickets/event-ticket.ts";
import type { Member } from "#domain/people/members/member.ts";
import { formatId } from "#domain/platform/ids.ts";
import { Problem, validationFailed } from "#domain/platform/problem.ts";

/** Throws unless the event accepts registrations. */
export function requireOpen({ status }: Pick<EventRecord, "status">): void {
  if (status === "published") return;
  const [message, allowed] =
    status === "draft"
      ? ["The event is a draft. Publish it before you register people.", ["published"]]
      : [`The event is ${status}. Registration is closed.`, []];
  throw new Problem("invalid_state", message, { allowed });
}

/** Returns the ticket. Throws unless it belongs to the event and a person can have this many of it. */
export function requireTicket<Ticket extends Pick<EventTicketRow, "eventId" | "perOrderMax">>(
  eventId: string,
  ticket: Ticket | undefined,
  { ticketId, quantity }: { ticketId: string; quantity: number },
): Ticket {
  if (ticket?.eventId !== eventId) {
    const detail = `The event has no ticket with the ID ${formatId("eventTicket", ticketId)}.`;
    throw validationFailed("/ticketId", "not_found", detail);
  }
  if (quantity > ticket.perOrderMax) {
    const detail = `A person can have at most ${ticket.perOrderMax} of this ticket.`;
    throw validationFailed("/quantity", "too_big", detail, { of: "number", value: ticket.perOrderMax });
  }
  return ticket;
}

/** Returns true if members can register now, by the registration period of the event. */
export const isOpenAt = (
  { registrationOpensAt, registrationClosesAt }: Pick<EventRecord, "registrationOpensAt" | "registrationClosesAt">,
  now: Date,
): boolean =>
  (registrationOpensAt === null || registrationOpensAt <= now) &&
  (registrationClosesAt === null || registrationClosesAt > now);

/** Returns true if members can get this ticket now. */
export const isOnSale = (
  { visible, saleStartsAt, saleEndsAt }: Pick<EventTicketRow, "visible" | "saleStartsAt" | "saleEndsAt">,
  now: Date,
): boolean => visible && (saleStartsAt === null || saleStartsAt <= now) && (saleEndsAt === null || saleEndsAt > now);

/** Returns whether members can cancel this registration themselves. The school cancels paid ones, with the refund. */
export const mayCancel = (
  { startsAt }: Pick<EventRecord, "startsAt">,
  { status, isFree }: { status: string; isFree: boolean },
  now: Date,
): boolean => startsAt > now && (status === "waitlisted" || (isFree && status === "registered"));

interface Identified {
  memberId: string | undefined;
  email: string | undefined;
}

type Named = { memberId: string } | { email: string };

/** Throws unless the person is identified in exactly one way. */
export function requireOneName({ memberId, email }: Identified): Named {
  if (memberId !== undefined && email === undefined) return { memberId };
  if (email !== undefined && memberId === undefined) return { email };
  throw validationFailed("/memberId", "required", "Send either member_id or email.");
}

/** Throws if the member cannot register. */
export function requireRegistrable<Found extends Pick<Member, "status">>(member: Found, named: Named): Found {
  if (member.status !== "suspended" && member.status !== "removed") return member;
  const pointer = "memberId" in named ? "/memberId" : "/email";
  throw validationFailed(pointer, "invalid_state", `This member is ${member.status}.`);
}

export const unknownMember = (memberId: string) =>
  validationFailed("/memberId", "not_found", `No member has the ID ${formatId("member", memberId)}.`);

export const soldOut = (hasWaitlist: boolean) =>
  new Problem(
    "sold_out",
    hasWaitlist
      ? "Not enough seats are free. Send waitlist=true to put the person on the waitlist."
      : "Not enough seats are free, and the event has no waitlist.",
  );

export const alreadyRegistered = () =>
  new Problem("already_exists", "The person already has this ticket, or another registration has this external_id.");
