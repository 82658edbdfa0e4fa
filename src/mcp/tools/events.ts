import * as z from "zod";
import { itsTickets } from "#domain/events/event-tickets/expansions.ts";
import { expanding } from "#domain/platform/expansion/expanding.ts";
import * as changes from "#domain/events/event-registrations/change-registration.ts";
import { listEventRegistrations } from "#domain/events/event-registrations/list-registrations.ts";
import * as tickets from "#domain/events/event-tickets/operations.ts";
import * as states from "#domain/events/events/event-states.ts";
import * as events from "#domain/events/events/list-events.ts";
import * as eventChanges from "#domain/events/events/save-event.ts";
import { validationFailed } from "#domain/platform/problem.ts";
import { readTool, saveTool, sets, stateTool, writeToolOf } from "../definition/make-tool.ts";
import type { Tool } from "../definition/tool.ts";

const personal = ["name", "email"];
const { id } = changes.checkInRegistration.input.shape;
const { event, checkInCode } = changes.checkInByCode.input.shape;

export const eventTools: readonly Tool[] = [
  readTool({
    name: "admin_list_events",
    title: "List all events (staff)",
    description:
      "All events, including drafts and canceled events. Filter by status, starts_at or q. For the events that visitors see, use list_events.",
    operation: events.listEvents,
  }),
  readTool({
    name: "admin_get_event",
    title: "Get any event (staff)",
    description:
      "One event in any state by ID or slug, with all staff fields and the etag for save_event and set_event_state. expand adds tickets. For the public view, use get_event.",
    operation: expanding(events.getEvent, { tickets: itsTickets }),
  }),
  saveTool({
    name: "save_event",
    title: "Create or update an event",
    description:
      "Updates the given fields of the event given by ID or slug; without event, creates a draft from changes (requires name, format, starts_at, ends_at, time_zone). Overwrites previous values permanently. For tickets, use save_event_ticket; to publish, use set_event_state.",
    create: eventChanges.createEvent,
    update: eventChanges.updateEvent,
    which: "event",
  }),
  readTool({
    name: "get_event_ticket",
    title: "Get an event ticket (staff)",
    description:
      "One ticket of an event by ID, also if it is not on sale, with its price, seats and the etag for save_event_ticket. To find the tickets of an event, use admin_get_event with expand tickets.",
    operation: tickets.getEventTicket,
  }),
  saveTool({
    name: "save_event_ticket",
    title: "Create or update an event ticket",
    description:
      "Updates the ticket given by ID, or creates one for event from ticket (requires name). Overwrites previous values permanently; sold tickets stay valid. List an event's tickets with admin_get_event and expand.",
    create: tickets.createEventTicket,
    update: tickets.updateEventTicket,
    which: "id",
    parent: "event",
    argument: "ticket",
  }),
  stateTool({
    name: "set_event_state",
    title: "Publish or cancel an event",
    description:
      "Publishes a draft event or cancels an event, by ID or slug. Cancellation cannot be undone and requires confirm. reason and notify_attendees apply to cancel only. For other changes, use save_event.",
    steps: { publish: states.publishEvent, cancel: states.cancelEvent },
    confirms: ({ state }) => state !== "publish",
  }),
  readTool({
    name: "list_event_registrations",
    title: "List event registrations",
    description:
      "Registrations for events, with check-in and waitlist status. Filter by event_id or status. Attendees' answers are under untrusted_text. To check in an attendee, use check_in_registration.",
    operation: listEventRegistrations,
    personal,
  }),
  writeToolOf({
    name: "check_in_registration",
    title: "Check in an attendee",
    description:
      "Records that an attendee has arrived, by registration ID, or by event and the attendee's check_in_code. No effect if already checked in. undo takes a check-in back, by ID. Find registrations with list_event_registrations.",
    hints: sets,
    arguments: z.object({
      id: id.optional(),
      event: event.optional(),
      checkInCode: checkInCode.optional(),
      undo: z.boolean().optional(),
    }),
    operations: [changes.checkInRegistration, changes.checkInByCode, changes.undoCheckInRegistration],
    step({ undo, ...input }) {
      if (input["id"] === undefined) {
        if (undo === true)
          throw validationFailed("/id", "required", "Send the id of the registration to undo its check-in.");
        return { operation: changes.checkInByCode, input };
      }
      if (Object.keys(input).length > 1)
        throw validationFailed("/id", "exclusive", "Send either id, or event and check_in_code.");
      return { operation: undo === true ? changes.undoCheckInRegistration : changes.checkInRegistration, input };
    },
    personal,
  }),
];
