import * as z from "zod";
import * as changes from "#domain/events/event-registrations/change-registration.ts";
import { listEventRegistrations } from "#domain/events/event-registrations/list-registrations.ts";
import * as tickets from "#domain/events/event-tickets/operations.ts";
import * as states from "#domain/events/events/event-states.ts";
import * as events from "#domain/events/events/list-events.ts";
import * as eventChanges from "#domain/events/events/save-event.ts";
import { validationFailed } from "#domain/platform/problem.ts";
import { readTool, saveTool, sets, stateTool, writeToolOf } from "../make-tool.ts";
import type { Tool } from "../tool.ts";
import { words } from "../words.ts";

const people = { personal: ["name", "email"] };
const { id } = changes.checkInRegistration.input.shape;
const { event, checkInCode } = changes.checkInByCode.input.shape;

/** Events, and who comes to them. */
export const eventTools: readonly Tool[] = [
  readTool(
    words(
      "admin_list_events",
      "List all events (staff)",
      "All events including drafts and canceled ones, 20 at a time; page.next_cursor is the cursor of the next page. Narrow with status, starts_at or q. For what visitors see use list_events.",
    ),
    events.listEvents,
  ),
  saveTool(
    words(
      "save_event",
      "Create or change an event",
      "Changes the given fields of the event named by id or slug; without event it creates a draft from changes (name, format, starts_at, ends_at, time_zone at least). Old values are lost. Try it with dry_run. Tickets: save_event_ticket; publishing: set_event_state.",
    ),
    { create: eventChanges.createEvent, update: eventChanges.updateEvent },
    { which: "event" },
  ),
  saveTool(
    words(
      "save_event_ticket",
      "Create or change a ticket",
      "Changes the ticket named by id, or creates one for event from ticket (name at least). The old values are lost; sold tickets stay valid. Read an event's tickets with get_event; try it with dry_run.",
    ),
    { create: tickets.createEventTicket, update: tickets.updateEventTicket },
    { which: "id", parent: "event", argument: "ticket" },
  ),
  stateTool(
    words(
      "set_event_state",
      "Publish or cancel an event",
      "Publishes a draft event, or cancels one, by id or slug; a canceled event stays canceled. reason and notify_attendees go with cancel alone. To cancel needs confirm. Try it with dry_run; for other changes use save_event.",
    ),
    { publish: states.publishEvent, cancel: states.cancelEvent },
    { confirms: ({ state }) => state !== "publish" },
  ),
  readTool(
    words(
      "list_event_registrations",
      "List registrations",
      "Who registered for events, checked in or is waiting, 20 at a time; page.next_cursor is the cursor of the next page. Narrow with event_id or status. What people wrote is under untrusted_text. Check somebody in with check_in_registration.",
    ),
    listEventRegistrations,
    people,
  ),
  writeToolOf(
    words(
      "check_in_registration",
      "Check somebody in",
      "Notes that somebody has come to an event: by the id of the registration, or by event and check_in_code as they show it. Somebody who is checked in stays so. Find registrations with list_event_registrations.",
    ),
    {
      hints: sets,
      arguments: z.object({ id: id.optional(), event: event.optional(), checkInCode: checkInCode.optional() }),
      operations: [changes.checkInRegistration, changes.checkInByCode],
      step(input) {
        if (input["id"] === undefined) return { operation: changes.checkInByCode, input };
        if (Object.keys(input).length > 1)
          throw validationFailed("/id", "exclusive", "Send either id, or event and check_in_code.");
        return { operation: changes.checkInRegistration, input };
      },
      ...people,
    },
  ),
];
