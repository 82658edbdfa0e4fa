import * as z from "zod";
import { type Sql, sql } from "#database/statements/sql.ts";
import type { Context } from "#domain/platform/context.ts";
import { holdsScope } from "#domain/platform/callers/holds-scope.ts";
import { Id } from "#domain/platform/ids.ts";
import { comesFromNoList, decodeCursor, encodeCursor } from "#domain/platform/listing/cursor.ts";
import { pageSchemaOf } from "#domain/platform/listing/listing.ts";
import { operation } from "#domain/platform/operation.ts";
import { notFound } from "#domain/platform/problem.ts";
import { eventColumns, findEvent } from "./queries.ts";
import { type EventTypeName, eventTypeNames, eventTypes } from "#domain/event-types.ts";
import { formatEventId, serializeWebhookEvent, WebhookEvent, type WebhookEventRow } from "./webhook-event.ts";

const FeedEvent = WebhookEvent.extend({ object: z.literal("webhook_event") }).meta({ id: "WebhookFeedEvent" });

export const listWebhookEvents = operation({
  name: "listWebhookEvents",
  summary: "List webhook events",
  description:
    "All stored events, oldest first, for clients that poll instead of receiving webhooks. Events are stored for 30 days by default (setting `webhook_event_retention_days`).",
  reads: "school:read",
  input: z.object({
    limit: z.number().int().min(1).max(200).default(50),
    after: Id("webhookEvent").optional().meta({
      description:
        "ID of the last event that you have read. Returns the events after it. With `cursor`, the cursor decides.",
    }),
    cursor: z.string().max(1000).optional(),
    types: z.array(z.enum(eventTypeNames)).min(1).max(200).optional(),
    sort: z
      .enum(["sequence", "-sequence"])
      .default("sequence")
      .meta({ description: "Oldest first, or newest first. `sort=-sequence&limit=1` returns the newest event." }),
  }),
  output: pageSchemaOf(FeedEvent),
  async run(context, { limit, after, cursor, types, sort }) {
    const list = { kind: "webhookEvent", types, ...(sort !== "sequence" && { sort }) };
    const descends = sort === "-sequence";
    const at = cursor === undefined ? undefined : sequenceIn(cursor, list);
    const since = at === undefined || descends ? await sequenceOf(context, after) : at;
    const until = descends && at !== undefined ? sql`sequence < ${at}` : sql`true`;
    const { db, site } = context;
    const rows = await db.many<WebhookEventRow>`
      select ${eventColumns} from outbox_events
       where site_id = ${site.id} and sequence > ${since} and ${until} and ${readable(context, types)}
       order by sequence ${descends ? sql`desc` : sql`asc`} limit ${limit + 1}`;
    const data = rows.slice(0, limit).map((row) => serialize(context, row));
    const last = rows.length > limit ? rows[limit - 1] : undefined;
    const nextCursor = last ? encodeCursor({ value: last.sequence, id: last.id }, list) : null;
    return { data, page: { nextCursor, hasMore: last !== undefined } };
  },
});

export const getWebhookEvent = operation({
  name: "getWebhookEvent",
  summary: "Retrieve a webhook event",
  description: "Events are stored for 30 days by default (setting `webhook_event_retention_days`).",
  reads: "school:read",
  input: z.object({ id: Id("webhookEvent") }),
  output: FeedEvent,
  async run(context, { id }) {
    const { db, site } = context;
    const row = await db.first<WebhookEventRow>`
      select ${eventColumns} from outbox_events
       where site_id = ${site.id} and id = ${id} and sequence is not null and ${readable(context)}`;
    if (!row) throw notFound("webhook event", formatEventId(id));
    return serialize(context, row);
  },
});

const sequenceOf = async (context: Context, after: string | undefined): Promise<number> =>
  after === undefined ? 0 : (await requireEvent(context, after)).sequence;

function sequenceIn(cursor: string, list: object): number {
  const { value } = decodeCursor(cursor, list);
  if (!Number.isSafeInteger(value)) throw comesFromNoList();
  return Number(value);
}

async function requireEvent(context: Context, id: string): Promise<WebhookEventRow> {
  const event = await findEvent(context, id);
  if (!event) throw notFound("webhook event", formatEventId(id));
  return event;
}

/** SQL condition: event types the caller can read now. Others are invisible to the caller. */
function readable({ caller }: Context, types: readonly EventTypeName[] = eventTypeNames): Sql {
  const readableTypes = types.filter((type) => {
    const { needs } = eventTypes[type];
    return needs !== null && holdsScope(caller, needs);
  });
  const ownTypes = types.filter((type) => eventTypes[type].needs === null);
  if (caller.kind !== "token") return sql`outbox_events.type = any(${[...readableTypes, ...ownTypes]})`;
  return sql`(outbox_events.type = any(${readableTypes})
              or (outbox_events.type = any(${ownTypes}) and outbox_events.client_id = ${caller.clientId}
                  and outbox_events.member_id = ${caller.memberId}))`;
}

const serialize = ({ site }: Context, row: WebhookEventRow) => ({
  object: "webhook_event" as const,
  ...serializeWebhookEvent(site, row),
});
