import { sql } from "#database/statements/sql.ts";
import { eventObject } from "#domain/platform/outbox/event-object.ts";
import { Event, type EventRecord, serializeEvent } from "./event.ts";
import { columns } from "./queries.ts";

export const object = eventObject<EventRecord>({
  schema: Event,
  table: sql`events`,
  columns: ({ now }) => columns(now),
  serializeRow: (row, scope) => serializeEvent(scope, row),
});
