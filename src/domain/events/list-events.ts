import * as z from "zod";
import { sql } from "#database/sql.ts";
import { EventTicket, presentTicket } from "#domain/event-tickets/event-ticket.ts";
import { listTicketsOf } from "#domain/event-tickets/queries.ts";
import { ReferenceTo } from "#domain/fields.ts";
import { Id } from "#domain/ids.ts";
import { Instant } from "#domain/instant.ts";
import { LecturerSummary, presentLecturer } from "#domain/lecturers/lecturer.ts";
import { findLecturer } from "#domain/lecturers/queries.ts";
import { anyIdOf, anyOf, matching, overlapping, range } from "#domain/listing/filters.ts";
import { listing, pageOf } from "#domain/listing/listing.ts";
import { operation, requireScopes } from "#domain/operation.ts";
import { Event, EventSummary, eventStatuses, formats, type ListedEvent, presentEvent } from "./event.ts";
import { hasStatus, summaryColumns } from "./queries.ts";
import { requireEventToRead } from "./require-event.ts";

const events = (now: Date) =>
  listing<ListedEvent>({
    kind: "event",
    table: sql`events`,
    columns: summaryColumns(now),
    searchable: true,
    defaultSort: "-createdAt",
    sorts: {
      createdAt: { column: sql`events.created_at`, type: "timestamptz", of: (row: ListedEvent) => row.createdAt },
      updatedAt: { column: sql`events.updated_at`, type: "timestamptz", of: (row: ListedEvent) => row.updatedAt },
      startsAt: { column: sql`events.starts_at`, type: "timestamptz", of: (row: ListedEvent) => row.startsAt },
    },
    filters: {
      status: matching(z.array(z.enum(eventStatuses)).min(1), (wanted) => hasStatus(wanted, now)),
      format: anyOf(z.enum(formats), sql`events.format`),
      tag: overlapping(z.string().max(50), sql`events.tags`),
      categoryId: anyIdOf(Id("eventCategory"), sql`events.category_id`),
      lecturerId: matching(
        z.array(Id("lecturer")).min(1).max(50),
        (ids) => sql`exists (select from event_lecturers led
                              where led.site_id = events.site_id and led.event_id = events.id
                                and led.lecturer_id = any(${ids}::uuid[]))`,
      ),
      startsAt: range(Instant, sql`events.starts_at`),
      createdAt: range(Instant, sql`events.created_at`),
      updatedAt: range(Instant, sql`events.updated_at`),
    },
  });

export const listEvents = operation({
  name: "listEvents",
  summary: "List the events of the site, drafts included",
  access: { scope: "events:read" },
  writes: false,
  input: events(new Date(0)).input,
  output: pageOf(EventSummary),
  async run(context, input) {
    const page = await events(context.now).page(context, input);
    return { ...page, data: page.data.map((event) => presentEvent(context, event)) };
  },
});

export const getEvent = operation({
  name: "getEvent",
  summary: "Read one event, with its tickets and lecturers where they are asked for",
  access: { scope: "events:read" },
  writes: false,
  input: z.object({
    event: ReferenceTo("event"),
    expand: z
      .array(z.enum(["tickets", "lecturers"]))
      .max(2)
      .default([]),
  }),
  output: Event.extend({
    tickets: z.array(EventTicket).optional(),
    lecturers: z.array(LecturerSummary).optional(),
  }),
  async run(context, { event: reference, expand }) {
    if (expand.includes("lecturers")) requireScopes(context.caller, ["events:read", "lecturers:read"]);
    const event = await requireEventToRead(context, reference);
    const lecturers = expand.includes("lecturers")
      ? await Promise.all(event.lecturerIds.map((id) => findLecturer(context, { id })))
      : undefined;
    return {
      ...presentEvent(context, event),
      ...(expand.includes("tickets") && { tickets: (await listTicketsOf(context, event.id)).map(presentTicket) }),
      ...(lecturers && {
        lecturers: lecturers.filter((found) => found !== undefined).map((found) => presentLecturer(context, found)),
      }),
    };
  },
});
