import * as z from "zod";
import type { Context } from "#domain/platform/context.ts";
import { requireEventToRead } from "#domain/events/events/require-event.ts";
import { ReferenceTo } from "#domain/platform/fields.ts";
import { Id } from "#domain/platform/ids.ts";
import { mustExist } from "#domain/platform/must-exist.ts";
import { operation } from "#domain/platform/operation.ts";
import { recordEvent } from "#domain/platform/outbox/record-event.ts";
import { invalidState, notFound, Problem } from "#domain/platform/problem.ts";
import { eventAbout } from "#domain/platform/outbox/event-about.ts";
import { cancelRegistered } from "./cancel-registered.ts";
import { findRegistration, findRegistrationByCode, updateRegistration } from "./queries.ts";
import { requireRegistration, transitions } from "./require-registration.ts";
import { EventRegistration, serializeRegistration } from "./registration.ts";

const aRegistration = z.object({ id: Id("eventRegistration") });

export const cancelRegistration = operation({
  name: "cancelRegistration",
  summary: "Cancel a registration",
  description: "Its seats go to the waitlist.",
  writes: "events:write",
  input: aRegistration,
  output: EventRegistration,
  async run(context, { id }) {
    await cancelRegistered(context, id);
    return serializeRegistration(context, await mustExist(findRegistration(context, id)));
  },
  emits: "event_registration.canceled",
});

export const checkInRegistration = operation({
  name: "checkInRegistration",
  summary: "Check in a registration",
  description: "Checking in again changes nothing.",
  writes: "events:write",
  input: aRegistration,
  output: EventRegistration,
  run: (context, { id }) => checkIn(context, id),
});

export const checkInByCode = operation({
  name: "checkInByCode",
  summary: "Check in by ticket code",
  description: "Checking in again changes nothing.",
  writes: "events:write",
  input: z.object({
    event: ReferenceTo("event"),
    checkInCode: z
      .string()
      .trim()
      .min(1)
      .max(40)
      .transform((code) => code.toUpperCase()),
  }),
  output: EventRegistration,
  async run(context, { event: reference, checkInCode }) {
    const event = await requireEventToRead(context, reference);
    const found = await findRegistrationByCode(context, event.id, checkInCode);
    if (!found) throw notFound("registration for this event", `with the check-in code ${checkInCode}`);
    return checkIn(context, found.id);
  },
});

async function checkIn(context: Context, id: string) {
  const { status, eventId } = await requireRegistration(context, id);
  if (status !== "checked_in") {
    if (!transitions[status].includes("checked_in"))
      throw invalidState("registration", status, "checked in", transitions[status]);
    const event = await requireEventToRead(context, { id: eventId });
    if (event.status === "canceled") {
      throw new Problem("invalid_state", "The event is canceled. Check-in is closed.", {
        allowed: [],
      });
    }
    await updateRegistration(context, id, { status: "checked_in", checkedInAt: context.now }, context.now);
    await recordEvent(context, eventAbout("event_registration.checked_in", "eventRegistration", id));
  }
  return serializeRegistration(context, await mustExist(findRegistration(context, id)));
}

export const undoCheckInRegistration = operation({
  name: "undoCheckInRegistration",
  summary: "Undo a check-in",
  description:
    "The registration is `registered` again. Undoing again changes nothing. Send `If-Match`, so that a check-in by another person in the meantime stays.",
  writes: "events:write",
  input: aRegistration,
  output: EventRegistration,
  async run(context, { id }) {
    const { status } = await requireRegistration(context, id);
    if (status === "checked_in") {
      await updateRegistration(context, id, { status: "registered", checkedInAt: null }, context.now);
      await recordEvent(context, eventAbout("event_registration.check_in_undone", "eventRegistration", id));
    } else if (status !== "registered") {
      throw invalidState("registration", status, "registered again", transitions[status]);
    }
    return serializeRegistration(context, await mustExist(findRegistration(context, id)));
  },
});
