import { sql } from "#database/statements/sql.ts";
import { columnsOf } from "#database/table/define-table.ts";
import { table } from "#database/table/table.ts";
import type { SiteScope } from "#domain/platform/context.ts";
import { jsonOf } from "#lib/event-loop/stringify.ts";
import type { WebhookEventRow } from "./webhook-event.ts";

/** An event with the span that emitted it, if it was traced. */
export type TracedEventRow = WebhookEventRow & { traceparent: string | null };

export const eventColumns = columnsOf("outbox_events", "traceparent");

/** Finds a dispatched event, with the span that emitted it. */
export const findEvent = ({ db, site }: SiteScope, id: string): Promise<TracedEventRow | undefined> =>
  db.first<TracedEventRow>`
    select ${eventColumns}, outbox_events.traceparent from outbox_events
     where site_id = ${site.id} and id = ${id} and sequence is not null`;

type UndispatchedEvent = Pick<WebhookEventRow, "id" | "type" | "objectId" | "isWhole">;

/** Returns the events that are not dispatched yet, oldest first. */
export const listUndispatchedEvents = ({ db, site }: SiteScope, limit: number): Promise<UndispatchedEvent[]> =>
  db.many<UndispatchedEvent>`
    select id, type, object_id, is_whole from outbox_events
     where site_id = ${site.id} and sequence is null
     order by id limit ${limit}`;

/** Returns events by ID, whether they are dispatched or not. */
export const listEvents = ({ db, site }: SiteScope, ids: readonly string[]): Promise<WebhookEventRow[]> =>
  db.many<WebhookEventRow>`
    select ${eventColumns} from ${table("outbox_events").withIds(site.id, ids)}`;

/** Reserves a range of sequence numbers and returns the first. */
export async function takeNumbers({ db, site }: SiteScope, count: number): Promise<number> {
  const { lastSequence } = await db.write.one<{ lastSequence: number }>`
    insert into webhook_feeds (site_id, last_sequence) values (${site.id}, ${count})
    on conflict (site_id) do update set last_sequence = webhook_feeds.last_sequence + excluded.last_sequence
    returning last_sequence`;
  return lastSequence - count + 1;
}

/** Stores the sequence numbers of events, the first for the first. */
export async function numberEvents({ db, site }: SiteScope, ids: readonly string[], first: number): Promise<void> {
  await db.run`
    update outbox_events set sequence = ${first}::bigint + changed.position - 1
      ${table("outbox_events").fromEach(site.id, sql`unnest(${ids}::uuid[]) with ordinality as input (id, position)`)}`;
}

/** Stores the state of an event's object that its emitter did not store. */
export async function storeState({ db, site }: SiteScope, { id, data }: WebhookEventRow): Promise<void> {
  await db.run`
    update outbox_events set data = ${await jsonOf(data)}, is_whole = true where site_id = ${site.id} and id = ${id}`;
}
