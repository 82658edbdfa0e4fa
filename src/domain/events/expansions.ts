import type { Context } from "#domain/context.ts";
import { itsEventCategory } from "#domain/event-categories/expansions.ts";
import { itsTickets } from "#domain/event-tickets/expansions.ts";
import { named } from "#domain/expansion/expansion.ts";
import { coverFile } from "#domain/files/expansions.ts";
import { itsLecturers } from "#domain/lecturers/expansions.ts";
import { EventSummary, presentEvent } from "./event.ts";
import { listEventsById } from "./queries.ts";

export const eventExpansions = { tickets: itsTickets, lecturers: itsLecturers, category: itsEventCategory, coverFile };

export const itsEvent = named(
  {
    scope: "events:read",
    item: EventSummary,
    find: async (context: Context, ids) =>
      (await listEventsById(context, ids, context.now)).map((event) => presentEvent(context, event)),
    within: eventExpansions,
  },
  (registration: { eventId: string }) => registration.eventId,
);
