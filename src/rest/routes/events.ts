import * as categories from "#domain/event-categories/operations.ts";
import { registerManyForEvent } from "#domain/event-registrations/bulk-register.ts";
import { registrationExpansions } from "#domain/event-registrations/expansions.ts";
import * as registrationChanges from "#domain/event-registrations/change-registration.ts";
import * as registrations from "#domain/event-registrations/list-registrations.ts";
import { registerForEvent } from "#domain/event-registrations/register.ts";
import * as ticketLists from "#domain/event-tickets/list-event-tickets.ts";
import * as tickets from "#domain/event-tickets/operations.ts";
import * as eventStates from "#domain/events/event-states.ts";
import { eventExpansions } from "#domain/events/expansions.ts";
import * as events from "#domain/events/list-events.ts";
import * as eventChanges from "#domain/events/save-event.ts";
import { act, bulk, change, create, read, remove, replace, type Route } from "../route.ts";

/** Events, their tickets and who comes. */
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
  change("/event_tickets/:id", tickets.updateEventTicket),
  remove("/event_tickets/:id", tickets.deleteEventTicket),
  read("/event_registrations", registrations.listEventRegistrations, registrationExpansions),
  read("/event_registrations/:id", registrations.getEventRegistration, registrationExpansions),
  create("/events/:event/registrations", registerForEvent),
  bulk("/events/:event/registrations/bulk", registerManyForEvent),
  act("/event_registrations/:id/check_in", registrationChanges.checkInRegistration),
  act("/event_registrations/:id/cancel", registrationChanges.cancelRegistration),
  act("/events/:event/check_in", registrationChanges.checkInByCode),
  read("/event_categories", categories.listEventCategories),
  create("/event_categories", categories.createEventCategory),
  change("/event_categories/:id", categories.updateEventCategory),
  remove("/event_categories/:id", categories.deleteEventCategory),
];
