import * as z from "zod";
import type { Context } from "#domain/platform/context.ts";
import { findTicket } from "#domain/events/event-tickets/queries.ts";
import { requireLockedEvent } from "#domain/events/events/require-event.ts";
import { ExternalId, Metadata, ReferenceTo } from "#domain/platform/fields.ts";
import { Id } from "#domain/platform/ids.ts";
import { mustExist } from "#domain/platform/must-exist.ts";
import { EmailAddress } from "#domain/platform/email.ts";
import { findMember, findMemberByEmail, lockMember } from "#domain/people/members/queries.ts";
import { operation } from "#domain/platform/operation.ts";
import { trimmed } from "#lib/wire/trimmed.ts";
import { requireOneName, requireOpen, requireRegistrable, requireTicket, unknownMember } from "./registration-rules.ts";
import { insertRegistered } from "./insert-registered.ts";
import { findRegistration } from "./queries.ts";
import { Answers, EventRegistration, serializeRegistration } from "./registration.ts";
import { invite } from "#domain/people/members/add-member.ts";

/** The person and the ticket to register. */
export const NewRegistration = z.object({
  memberId: Id("member").optional(),
  email: EmailAddress.optional().meta({ description: "Alternative to `member_id`. A new person becomes a student." }),
  name: trimmed().min(1).max(200).optional(),
  ticketId: Id("eventTicket"),
  quantity: z.number().int().min(1).max(1000).default(1),
  waitlist: z.boolean().default(false).meta({ description: "Puts people on the waitlist if no seat is free" }),
  answers: Answers.optional(),
  externalId: ExternalId.nullable().optional(),
  metadata: Metadata.optional(),
});

export const registerForEvent = operation({
  name: "registerForEvent",
  summary: "Register a person for an event",
  description:
    "Registers without payment, also for tickets with a price. If the event is full, the person is put on the waitlist if `waitlist` is true, and registered once a seat is free.",
  writes: "events:write",
  input: NewRegistration.extend({ event: ReferenceTo("event") }),
  output: EventRegistration,
  async run(context, { event: reference, memberId: input, email, name, ticketId, quantity, waitlist, ...fields }) {
    const event = await requireLockedEvent(context, reference);
    requireOpen(event);
    requireTicket(event.id, await findTicket(context, ticketId), { ticketId, quantity });
    const memberId = await requirePerson(context, { memberId: input, email, name });
    const seats = { memberId, ticketId, quantity, waitlist };
    const id = await insertRegistered(context, event, { ...fields, ...seats, source: "manual" });
    return serializeRegistration(context, await mustExist(findRegistration(context, id)));
  },
  emits: "event_registration.created",
});

interface Person {
  memberId: string | undefined;
  email: string | undefined;
  name: string | undefined;
}

/** Finds the member by ID or email address. An unknown address becomes a student with an unclaimed account. */
async function requirePerson(context: Context, { memberId, email, name }: Person): Promise<string> {
  const named = requireOneName({ memberId, email });
  const found =
    "memberId" in named ? await findMember(context, named.memberId) : await findMemberByEmail(context, named.email);
  const member = found && (await lockMember(context, found.id));
  if (member) return requireRegistrable(member, named).id;
  if ("memberId" in named) throw unknownMember(named.memberId);
  return (await invite(context, named.email, name ?? null)).id;
}
