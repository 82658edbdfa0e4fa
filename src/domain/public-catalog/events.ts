import * as z from "zod";
import { memberOf } from "#access/caller.ts";
import { type Sql, sql } from "#database/statements/sql.ts";
import { table } from "#database/table/table.ts";
import type { Context, SiteScope } from "#domain/platform/context.ts";
import { formats, Location } from "#domain/events/events/event.ts";
import { statusAt } from "#domain/events/events/queries.ts";
import { Money, moneyOf, ReferenceTo } from "#domain/platform/fields.ts";
import { formatId, Id } from "#domain/platform/ids.ts";
import { End, Instant, Start } from "#domain/platform/time/instant.ts";
import { anyIdOf, anyOf, both, tagged, withoutIndex } from "#domain/platform/listing/filters.ts";
import { listing, mapPage, pageSchemaOf } from "#domain/platform/listing/listing.ts";
import { resourceNotFound } from "#domain/platform/resource-not-found.ts";
import { forAnyone, operation } from "#domain/platform/operation.ts";
import { countReservedOf } from "#domain/offers/reservations/reservations.ts";
import { fileAddress, publicFile } from "./public-file.ts";
import { CheckoutUrl, checkoutsOf } from "./checkouts.ts";
import { lecturersOf } from "./lecturers.ts";

/** Public event fields, without the address of the online meeting, which is only for registered members. */
const PublicEventSummary = z.object({
  id: Id("event"),
  slug: z.string(),
  name: z.string(),
  summary: z.string().nullable(),
  status: z.enum(["published", "canceled", "ended"]),
  format: z.enum(formats),
  startsAt: Instant,
  endsAt: Instant,
  timeZone: z.string(),
  location: Location.nullable(),
  tags: z.array(z.string()),
  /** Null if there is no limit. */
  seatsLeft: z.number().int().min(0).nullable(),
  coverUrl: z.string().nullable(),
  url: z.string(),
});
export type PublicEventSummary = z.output<typeof PublicEventSummary>;

const PublicTicket = z.object({
  id: Id("eventTicket"),
  name: z.string(),
  price: Money.nullable(),
  seatsLeft: z.number().int().min(0).nullable(),
  checkoutUrl: CheckoutUrl,
});

const PublicEvent = PublicEventSummary.extend({
  descriptionMarkdown: z.string(),
  waitlistEnabled: z.boolean(),
  lecturers: z.array(
    z.object({ id: Id("lecturer"), slug: z.string(), name: z.string(), title: z.string().nullable() }),
  ),
  tickets: z.array(PublicTicket),
});

type Row = Omit<PublicEventSummary, "seatsLeft" | "coverUrl" | "url"> & {
  coverFileId: string | null;
  capacity: number | null;
  registeredCount: number;
};

const columns = (now: Date): Sql => sql`
  events.id, events.slug, events.name, events.summary, ${statusAt(now)} as status, events.format, events.starts_at,
  events.ends_at, events.time_zone, events.location, events.tags, events.capacity, events.registered_count,
  ${publicFile(sql`events`, sql`events.cover_file_id`)} as cover_file_id`;

/**
 * Conditions for events in the public catalog (listed) and by direct link (visible). Unlisted events are visible only
 * by direct link.
 */
export const isListedEvent = sql`
  events.status = 'published' and events.visibility = 'public' and events.deleted_at is null`;
export const isVisibleEvent = sql`
  events.status in ('published', 'canceled') and events.visibility in ('public', 'unlisted')
  and events.deleted_at is null`;

export const isTicketOnSale = (now: Date): Sql => sql`
  event_tickets.visible and event_tickets.deleted_at is null
  and (event_tickets.sale_starts_at is null or event_tickets.sale_starts_at <= ${now})
  and (event_tickets.sale_ends_at is null or event_tickets.sale_ends_at > ${now})`;

const events = listing<Row>({
  kind: "event",
  table: sql`events`,
  columns,
  searchable: true,
  keepsDeleted: false,
  defaultSort: "startsAt",
  sorts: { startsAt: "timestamptz" },
  filters: {
    format: withoutIndex(anyOf(z.enum(formats), sql`events.format`)),
    tag: tagged(sql`events`),
    categoryId: anyIdOf(Id("eventCategory"), sql`events.category_id`, sql`events.deleted_at is null`),
  },
});

export const browseEvents = operation({
  name: "browseEvents",
  summary: "List public events",
  description: "Upcoming events unless a period is given.",
  reads: forAnyone,
  input: events.input.extend({
    limit: z.number().int().min(1).max(100).default(20),
    from: Start.optional().meta({
      description: "Only events that start at this time or later. Default: events that have not ended.",
    }),
    to: End.optional().meta({ description: "Only events that start before this time." }),
  }),
  output: pageSchemaOf(PublicEventSummary),
  async run(context, { from, to, ...requested }) {
    const { now } = context;
    const since = from ? sql`events.starts_at >= ${from}` : sql`events.ends_at > ${now}`;
    const condition = both(sql`${isListedEvent} and ${since}`, to && sql`events.starts_at < ${to}`);
    return mapPage(await events.page(context, requested, { confine: [condition] }), (event) =>
      serialize(context, event),
    );
  },
});

export const showEvent = operation({
  name: "showEvent",
  summary: "Retrieve a public event",
  description: "Includes tickets, prices and free seats.",
  reads: forAnyone,
  input: z.object({ event: ReferenceTo("event") }),
  output: PublicEvent,
  async run(context, { event: reference }) {
    const { db, site, now } = context;
    const event = await db.first<Row & { descriptionMarkdown: string; waitlistEnabled: boolean }>`
      select ${columns(now)}, events.description_markdown, events.waitlist_enabled
        from ${table("events").withReference(site.id, reference)}
       where events.site_id = ${site.id} and ${isVisibleEvent}`;
    if (!event) throw resourceNotFound("event", reference);
    const reserved = await reservedOf(context, "container_id", [event]);
    const registeredCount = event.registeredCount + (reserved.get(event.id) ?? 0);
    const current = { ...event, registeredCount };
    const [lecturers, tickets] = await Promise.all([
      lecturersOf(context, { teaching: sql`event_lecturers`, key: sql`event_id`, id: event.id }),
      ticketsOf(context, current),
    ]);
    return { ...serialize(context, current), lecturers, tickets };
  },
});

function serialize<Event extends Row>(scope: SiteScope, { capacity, registeredCount, coverFileId, ...event }: Event) {
  return {
    ...event,
    seatsLeft: leftOf(capacity, registeredCount),
    coverUrl: fileAddress(scope, coverFileId),
    url: `${scope.site.origin}/events/${event.slug}`,
  };
}

const leftOf = (capacity: number | null, taken: number): number | null =>
  capacity === null ? null : Math.max(capacity - taken, 0);

/** Seats that the checkouts of other members have reserved. */
const reservedOf = (
  context: Context,
  column: "container_id" | "product_id",
  limited: readonly { id: string; capacity: number | null }[],
): Promise<Map<string, number>> => {
  const ids = limited.filter(({ capacity }) => capacity !== null).map(({ id }) => id);
  return countReservedOf(context, column, ids, memberOf(context.caller));
};

async function ticketsOf(context: Context, event: Row): Promise<z.output<typeof PublicTicket>[]> {
  const { db, site, now } = context;
  const tickets = await db.many<{
    id: string;
    name: string;
    priceAmount: number | null;
    priceCurrency: string | null;
    capacity: number | null;
    sold: number;
  }>`
    select id, name, price_amount, price_currency, capacity, sold from event_tickets
     where event_tickets.site_id = ${site.id} and event_tickets.event_id = ${event.id} and ${isTicketOnSale(now)}
     order by position, id limit 100`;
  const ofEvent = leftOf(event.capacity, event.registeredCount);
  const prices = tickets.map(({ priceAmount, priceCurrency }) => moneyOf(priceAmount, priceCurrency));
  const [reserved, checkoutOf] = await Promise.all([
    reservedOf(context, "product_id", tickets),
    checkoutsOf(context, event.status === "published" ? prices : []),
  ]);
  return tickets.map(({ id, name, capacity, sold }, index) => {
    const seatsLeft = [ofEvent, leftOf(capacity, sold + (reserved.get(id) ?? 0))].filter((seats) => seats !== null);
    const price = prices[index] ?? null;
    const checkoutUrl = checkoutOf(formatId("eventTicket", id), price);
    return { id, name, price, seatsLeft: seatsLeft.length === 0 ? null : Math.min(...seatsLeft), checkoutUrl };
  });
}
