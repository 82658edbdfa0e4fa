import type { EventRecord } from "#domain/events/events/event.ts";
import type { Context } from "#domain/platform/context.ts";
import { newId } from "#domain/platform/ids.ts";
import { readableCode } from "#lib/readable-code.ts";
import { insertRegistration } from "./queries.ts";
import { alreadyRegistered, soldOut } from "./registration-rules.ts";
import type { RegistrationRecord } from "./registration.ts";
import { takeSeats } from "./seats.ts";

interface RegistrationInput extends Partial<Pick<RegistrationRecord, "answers" | "externalId" | "metadata">> {
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
  { ticketId, quantity, waitlist, ...fields }: RegistrationInput,
): Promise<string> {
  const seats = { eventId: event.id, ticketId, quantity };
  const isIn = await takeSeats(context, { ...seats, memberId: fields.memberId });
  if (!isIn && !(waitlist && event.waitlistEnabled)) throw soldOut(event.waitlistEnabled);
  const id = newId();
  const status = isIn ? ("registered" as const) : ("waitlisted" as const);
  const row = { ...fields, ...seats, id, status, checkInCode: readableCode() };
  if (!(await insertRegistration(context, row, context.now))) throw alreadyRegistered();
  return id;
}
