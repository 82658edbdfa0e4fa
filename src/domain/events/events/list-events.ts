import * as z from "zod";
import { sql } from "#database/statements/sql.ts";
import { ReferenceTo } from "#domain/platform/fields.ts";
import { Id } from "#domain/platform/ids.ts";
import { Instant } from "#domain/platform/time/instant.ts";
import {
  anyIdOf,
  anyOf,
  changeTimes,
  joinedToAny,
  matching,
  range,
  tagged,
  withoutIndex,
} from "#domain/platform/listing/filters.ts";
import { listing, mapPage, pageSchemaOf } from "#domain/platform/listing/listing.ts";
import { operation } from "#domain/platform/operation.ts";
import { Event, EventSummary, eventStatuses, formats, type ListedEvent, serializeEvent } from "./event.ts";
import { hasStatus, summaryColumns } from "./queries.ts";
import { requireEventToRead } from "./require-event.ts";

const events = listing<ListedEvent>({
  kind: "event",
  table: sql`events`,
  columns: summaryColumns,
  searchable: true,
  defaultSort: "-createdAt",
  sorts: { createdAt: "timestamptz", updatedAt: "timestamptz", startsAt: "timestamptz" },
  filters: {
    status: matching(z.array(z.enum(eventStatuses)).min(1), (requested, _site, now) => hasStatus(requested, now)),
    format: withoutIndex(anyOf(z.enum(formats), sql`events.format`)),
    tag: tagged(sql`events`),
    categoryId: anyIdOf(Id("eventCategory"), sql`events.category_id`),
    lecturerId: joinedToAny(Id("lecturer"), {
      column: sql`events.id`,
      table: sql`event_lecturers`,
      by: sql`event_lecturers.event_id`,
      key: sql`event_lecturers.lecturer_id`,
    }),
    startsAt: range(Instant, sql`events.starts_at`),
    ...changeTimes(sql`events`),
  },
});

export const listEvents = operation({
  name: "listEvents",
  summary: "List events",
  description: "Includes drafts.",
  reads: "events:read",
  input: events.input,
  output: pageSchemaOf(EventSummary),
  run: async (context, input) => mapPage(await events.page(context, input), (event) => serializeEvent(context, event)),
});

export const getEvent = operation({
  name: "getEvent",
  summary: "Retrieve an event",
  reads: "events:read",
  input: z.object({ event: ReferenceTo("event") }),
  output: Event,
  run: async (context, { event }) => serializeEvent(context, await requireEventToRead(context, event)),
});
