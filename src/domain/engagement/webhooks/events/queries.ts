import { sql } from "#database/sql.ts";
import type { SiteScope } from "#domain/platform/context.ts";
import { jsonOf } from "#lib/event-loop/stringify.ts";
import type { WebhookEventRow } from "./webhook-event.ts";
import { changesAt } from "#domain/platform/rows-by-key.ts";

/** An event with the span that emitted it, if it was traced. */
export type TracedEventRow = WebhookEventRow & { traceparent: string | null };

export const eventColumns = sql`
  outbox_events.id, outbox_events.type, outbox_events.object_id, outbox_events.data, outbox_events.is_whole,
  outbox_events.previous_attributes, outbox_events.member_id, outbox_events.client_id, outbox_events.sequence,
  outbox_events.created_at`;

/** Finds a dispatched event, with the span that emitted it. */
export const findEvent = ({ db, site }: SiteScope, id: string): Promise<TracedEventRow | undefined> =>
  db.first<TracedEventRow>`
    select ${eventColumns}, outbox_events.traceparent from outbox_events
     where site_id = ${site.id} and id = ${id} and sequence is not null`;

/** Returns the events that are not dispatched yet, oldest first. */
export const listUndispatchedEvents = ({ db, site }: SiteScope, limit: number): Promise<WebhookEventRow[]> =>
  db.many<WebhookEventRow>`
    select ${eventColumns} from outbox_events
     where site_id = ${site.id} and sequence is null
     order by id limit ${limit}`;

/** Reserves a range of sequence numbers and returns the first. */
export async function takeNumbers({ db, site }: SiteScope, count: number): Promise<number> {
  const { lastSequence } = await db.one<{ lastSequence: number }>`
    insert into webhook_feeds (site_id, last_sequence) values (${site.id}, ${count})
    on conflict (site_id) do update set last_sequence = webhook_feeds.last_sequence + excluded.last_sequence
    returning last_sequence`;
  return lastSequence - count + 1;
}

/** Characters of events that one statement stores. */
const maxBatch = 500_000;

/** Stores the numbers and the content of events. Their content can be large, so they are written in batches. */
export async function numberEvents(scope: SiteScope, events: readonly WebhookEventRow[]): Promise<void> {
  let batch: string[] = [];
  let length = 0;
  for (const { id, sequence, data, isWhole } of events) {
    const numbered = await jsonOf({ id, sequence, data, isWhole });
    batch.push(numbered);
    length += numbered.length;
    if (length < maxBatch) continue;
    await storeNumbered(scope, batch);
    [batch, length] = [[], 0];
  }
  if (batch.length > 0) await storeNumbered(scope, batch);
}

async function storeNumbered({ db, site }: SiteScope, events: readonly string[]): Promise<void> {
  await db.run`
    update outbox_events set sequence = changed.sequence, data = changed.data, is_whole = changed."isWhole"
      from ${changesAt(
        site.id,
        sql`jsonb_to_recordset(${`[${events.join(",")}]`}) as input (id uuid, sequence bigint, data jsonb, "isWhole" boolean)`,
      )}
     where outbox_events.site_id = changed.site_id and outbox_events.id = changed.id`;
}
