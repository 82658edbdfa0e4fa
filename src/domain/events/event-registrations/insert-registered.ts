import type { EventRecord } from "#domain/events/events/event.ts";
import type { Context } from "#domain/platform/context.ts";
import { newId } from "#domain/platform/ids.ts";
import { readableCode } from "#lib/text/readable-code.ts";
import { insertRegistration, updateRegistration } from "./queries.ts";
import { alreadyRegistered, soldOut } from "./registration-rules.ts";
import type { RegistrationRecord } from "./registration.ts";
import { takeSeats } from "./seats.ts";

export interface RegistrationInput extends Partial<Pick<RegistrationRecord, "answers" | "externalId" | "metadata">> {
  memberId: string;
  ticketId: string;
  quantity: number;
  waitlist: boolean;
  source: RegistrationRecord["source"];
}

/**
 * Registers a member, or puts them on the waitlist, and returns the ID of the registration. The event must be locked.
 * Throws `sold_out` and `already_exists`.
 */
export async function insertRegistered(
  context: Context,
  event: Pick<EventRecord, "id" | "waitlistEnabled">,
  request: RegistrationInput,
): Promise<string> {
  const { memberId, ticketId, quantity, waitlist } = request;
  const isIn = await takeSeats(context, { eventId: event.id, ticketId, quantity, memberId });
  if (!isIn && !(waitlist && event.waitlistEnabled)) throw soldOut(event.waitlistEnabled);
  return insert(context, event, request, isIn ? "registered" : "waitlisted");
}

/**
 * Puts a member on the waitlist or records a canceled registration, which leaves the ticket free for another one.
 * Returns the ID of the registration. Throws `already_exists`.
 */
export const insertWithoutSeat = (
  context: Context,
  event: Pick<EventRecord, "id">,
  request: RegistrationInput,
  status: "waitlisted" | "canceled" = "waitlisted",
): Promise<string> => insert(context, event, request, status);

/**
 * Gives a seat to a member who is on the waitlist of the event and has paid. The event must be locked. Throws
 * `sold_out`.
 */
export async function seatWaiting(
  context: Context,
  event: Pick<EventRecord, "id" | "waitlistEnabled">,
  id: string,
  { memberId, ticketId, quantity, source }: RegistrationInput,
): Promise<void> {
  const isIn = await takeSeats(context, { eventId: event.id, ticketId, quantity, memberId });
  if (!isIn) throw soldOut(event.waitlistEnabled);
  const seat = { ticketId, quantity, source, status: "registered" as const, offeredUntil: null };
  await updateRegistration(context, id, seat, context.now);
}

async function insert(
  context: Context,
  event: Pick<EventRecord, "id">,
  { waitlist: _waitlist, ...fields }: RegistrationInput,
  status: "registered" | "waitlisted" | "canceled",
): Promise<string> {
  const id = newId();
  const row = { ...fields, eventId: event.id, id, status, checkInCode: readableCode() };
  if (!(await insertRegistration(context, row, context.now))) throw alreadyRegistered();
  return id;
}
