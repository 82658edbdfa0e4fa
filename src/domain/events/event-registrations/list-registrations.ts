import * as z from "zod";
import { sql } from "#database/statements/sql.ts";
import { formatId, Id } from "#domain/platform/ids.ts";
import { anyIdOf, anyOf, changeTimes, matching, withoutIndex } from "#domain/platform/listing/filters.ts";
import { listing, mapPage, pageSchemaOf } from "#domain/platform/listing/listing.ts";
import { operation } from "#domain/platform/operation.ts";
import { notFound } from "#domain/platform/problem.ts";
import { columns, findRegistration, person } from "./queries.ts";
import {
  EventRegistration,
  serializeRegistration,
  type RegistrationRecord,
  registrationStatuses,
} from "./registration.ts";

const registrations = listing<RegistrationRecord>({
  kind: "eventRegistration",
  table: sql`event_registrations`,
  columns,
  joins: person,
  defaultSort: "-createdAt",
  sorts: { createdAt: "timestamptz", updatedAt: "timestamptz" },
  filters: {
    eventId: anyIdOf(Id("event"), sql`event_registrations.event_id`),
    ticketId: anyIdOf(Id("eventTicket"), sql`event_registrations.ticket_id`),
    memberId: anyIdOf(Id("member"), sql`event_registrations.member_id`),
    status: withoutIndex(anyOf(z.enum(registrationStatuses), sql`event_registrations.status`)),
    checkedIn: matching(z.boolean(), (requested) =>
      requested ? sql`event_registrations.checked_in_at is not null` : sql`event_registrations.checked_in_at is null`,
    ),
    ...changeTimes(sql`event_registrations`),
  },
});

export const listEventRegistrations = operation({
  name: "listEventRegistrations",
  summary: "List event registrations",
  description: "Names and email addresses are included only with `members:read` or `students:read`.",
  reads: "events:read",
  input: registrations.input,
  output: pageSchemaOf(EventRegistration),
  run: async (context, input) =>
    mapPage(await registrations.page(context, input), (registration) => serializeRegistration(context, registration)),
});

export const getEventRegistration = operation({
  name: "getEventRegistration",
  summary: "Retrieve an event registration",
  reads: "events:read",
  input: z.object({ id: Id("eventRegistration") }),
  output: EventRegistration,
  async run(context, { id }) {
    const registration = await findRegistration(context, id);
    if (!registration) throw notFound("registration", formatId("eventRegistration", id));
    return serializeRegistration(context, registration);
  },
});
