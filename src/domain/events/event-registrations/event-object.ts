import { sql } from "#database/statements/sql.ts";
import { eventObject } from "#domain/platform/outbox/event-object.ts";
import { columns, person } from "./queries.ts";
import { EventRegistration, type RegistrationRecord, serializeRegistration } from "./registration.ts";

export const object = eventObject<RegistrationRecord>({
  schema: EventRegistration,
  table: sql`event_registrations`,
  columns,
  joins: person,
  serialize: (context, rows) => rows.map((row) => serializeRegistration(context, row)),
});
