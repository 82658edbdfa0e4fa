import { sql } from "#database/statements/sql.ts";
import { requireEventToRead } from "#domain/events/events/require-event.ts";
import { ReferenceTo } from "#domain/platform/fields.ts";
import { Instant } from "#domain/platform/time/instant.ts";
import { range } from "#domain/platform/listing/filters.ts";
import { listing, mapPage, pageSchemaOf } from "#domain/platform/listing/listing.ts";
import { operation } from "#domain/platform/operation.ts";
import { EventTicket, type EventTicketRow, serializeTicket } from "./event-ticket.ts";
import { columns } from "./queries.ts";

const tickets = listing<EventTicketRow>({
  kind: "eventTicket",
  table: sql`event_tickets`,
  columns,
  defaultSort: "position",
  sorts: { position: "integer", updatedAt: "timestamptz" },
  filters: { updatedAt: range(Instant, sql`event_tickets.updated_at`) },
});

export const listEventTickets = operation({
  name: "listEventTickets",
  summary: "List the tickets of an event",
  description: "Sorted by position.",
  reads: "events:read",
  input: tickets.input.extend({ event: ReferenceTo("event") }),
  output: pageSchemaOf(EventTicket),
  async run(context, { event: reference, ...requested }) {
    const { id } = await requireEventToRead(context, reference);
    return mapPage(
      await tickets.page(context, requested, { of: sql`event_tickets.event_id = ${id}` }),
      serializeTicket,
    );
  },
});
