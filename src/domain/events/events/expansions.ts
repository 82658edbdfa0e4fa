import type { Context } from "#domain/platform/context.ts";
import { itsEventCategory } from "#domain/events/event-categories/expansions.ts";
import { itsTickets } from "#domain/events/event-tickets/expansions.ts";
import { named } from "#domain/platform/expansion/expansion.ts";
import { coverFile } from "#domain/files/files/expansions.ts";
import { itsLecturers } from "#domain/catalog/lecturers/expansions.ts";
import { EventSummary, serializeEvent } from "./event.ts";
import { listEventsById } from "./queries.ts";

export const eventExpansions = { tickets: itsTickets, lecturers: itsLecturers, category: itsEventCategory, coverFile };

export const itsEvent = named(
  {
    scope: "events:read",
    item: EventSummary,
    find: async (context: Context, ids) =>
      (await listEventsById(context, ids, context.now)).map((event) => serializeEvent(context, event)),
    within: eventExpansions,
  },
  (registration: { eventId: string }) => registration.eventId,
);
