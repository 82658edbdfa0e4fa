import { about } from "#domain/platform/audit/about.ts";
import { Id } from "#domain/platform/ids.ts";
import { mustExist } from "#domain/platform/must-exist.ts";
import { operation } from "#domain/platform/operation.ts";
import { recordEvent } from "#domain/platform/outbox/record-event.ts";
import { invalidState } from "#domain/platform/problem.ts";
import * as z from "zod";
import { findRegistration, updateRegistration } from "./queries.ts";
import { registrationEvent } from "./register.ts";
import { EventRegistration, serializeRegistration } from "./registration.ts";
import { requireRegistration, transitions } from "./require-registration.ts";

export const undoCheckInRegistration = operation({
  name: "undoCheckInRegistration",
  summary: "Undo a check-in",
  description:
    "The registration is `registered` again. Undoing again changes nothing. Send `If-Match`, so that a check-in by another person in the meantime stays.",
  access: { scope: "events:write" },
  writes: true,
  input: z.object({ id: Id("eventRegistration") }),
  output: EventRegistration,
  async run(context, { id }) {
    const { status } = await requireRegistration(context, id);
    if (status === "checked_in") {
      await updateRegistration(context, id, { status: "registered", checkedInAt: null }, context.now);
      await recordEvent(context, registrationEvent("event_registration.check_in_undone")(undefined, { id }));
    } else if (status !== "registered") {
      throw invalidState("registration", status, "registered again", transitions[status]);
    }
    return serializeRegistration(context, await mustExist(findRegistration(context, id)));
  },
  version: ({ version }) => version,
  audit: (_input, { id }) => about("eventRegistration", id),
});
