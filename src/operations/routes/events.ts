import * as categories from "#domain/events/event-categories/operations.ts";
import { registerManyForEvent } from "#domain/events/event-registrations/bulk-register.ts";
import { registrationExpansions } from "#domain/events/event-registrations/expansions.ts";
import * as registrationChanges from "#domain/events/event-registrations/change-registration.ts";
import * as registrations from "#domain/events/event-registrations/list-registrations.ts";
import { getGuestList } from "#domain/events/event-registrations/guest-list.ts";
import { registerForEvent } from "#domain/events/event-registrations/register.ts";
import * as ticketLists from "#domain/events/event-tickets/list-event-tickets.ts";
import * as tickets from "#domain/events/event-tickets/operations.ts";
import * as eventStates from "#domain/events/events/event-states.ts";
import { eventExpansions } from "#domain/events/events/expansions.ts";
import * as events from "#domain/events/events/list-events.ts";
import * as eventChanges from "#domain/events/events/save-event.ts";
import { act, bulk, change, create, read, remove, replace, type Route } from "../route.ts";

/** Events, tickets and registrations. */
export const eventRoutes: readonly Route[] = [
  read("/events", events.listEvents, eventExpansions),
  read("/events/:event", events.getEvent, eventExpansions),
  create("/events", eventChanges.createEvent),
  change("/events/:event", eventChanges.updateEvent),
  remove("/events/:event", eventStates.deleteEvent),
  replace("/events/by_external_id/:externalId", eventChanges.upsertEvent),
  act("/events/:event/publish", eventStates.publishEvent),
  act("/events/:event/cancel", eventStates.cancelEvent),
  read("/events/:event/tickets", ticketLists.listEventTickets),
  create("/events/:event/tickets", tickets.createEventTicket),
  read("/event_tickets/:id", tickets.getEventTicket),
  change("/event_tickets/:id", tickets.updateEventTicket),
  remove("/event_tickets/:id", tickets.deleteEventTicket),
  read("/event_registrations", registrations.listEventRegistrations, registrationExpansions),
  read("/event_registrations/:id", registrations.getEventRegistration, registrationExpansions),
  create("/events/:event/registrations", registerForEvent),
  bulk("/events/:event/registrations/bulk", registerManyForEvent),
  act("/event_registrations/:id/check_in", registrationChanges.checkInRegistration),
  act("/event_registrations/:id/undo_check_in", registrationChanges.undoCheckInRegistration),
  act("/event_registrations/:id/cancel", registrationChanges.cancelRegistration),
  read("/events/:event/guests", getGuestList),
  act("/events/:event/check_in", registrationChanges.checkInByCode),
  read("/event_categories", categories.listEventCategories),
  read("/event_categories/:id", categories.getEventCategory),
  create("/event_categories", categories.createEventCategory),
  change("/event_categories/:id", categories.updateEventCategory),
  remove("/event_categories/:id", categories.deleteEventCategory),
];
