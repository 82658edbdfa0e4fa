import { sql } from "#database/sql.ts";
import type { SiteScope } from "#domain/platform/context.ts";
import type { WebhookEventRow } from "./webhook-event.ts";

export const eventColumns = sql`
  outbox_events.id, outbox_events.type, outbox_events.object_id, outbox_events.data, outbox_events.is_whole,
  outbox_events.previous_attributes, outbox_events.member_id, outbox_events.client_id, outbox_events.sequence,
  outbox_events.created_at`;

/** Finds a dispatched event. */
export const findEvent = ({ db, site }: SiteScope, id: string): Promise<WebhookEventRow | undefined> =>
  db.first<WebhookEventRow>`
    select ${eventColumns} from outbox_events
     where site_id = ${site.id} and id = ${id} and sequence is not null`;

/** Returns the events that are not dispatched yet, oldest first. */
export const listUndispatchedEvents = ({ db, site }: SiteScope, limit: number): Promise<WebhookEventRow[]> =>
  db.many<WebhookEventRow>`
    select ${eventColumns} from outbox_events
     where site_id = ${site.id} and sequence is null
     order by id limit ${limit}`;

/** Reserves a range of sequence numbers and returns the first. */
export async function takeNumbers({ db, site }: SiteScope, count: number): Promise<number> {
  const { lastSequence } = (await db.first<{ lastSequence: number }>`
    insert into webhook_feeds (site_id, last_sequence) values (${site.id}, ${count})
    on conflict (site_id) do update set last_sequence = webhook_feeds.last_sequence + excluded.last_sequence
    returning last_sequence`)!;
  return lastSequence - count + 1;
}

export async function numberEvents({ db, site }: SiteScope, events: readonly WebhookEventRow[]): Promise<void> {
  const numbered = events.map(({ id, sequence, data, isWhole }) => ({ id, sequence, data, isWhole }));
  await db.run`
    update outbox_events set sequence = numbered.sequence, data = numbered.data, is_whole = numbered."isWhole"
      from jsonb_to_recordset(${JSON.stringify(numbered)})
        as numbered (id uuid, sequence bigint, data jsonb, "isWhole" boolean)
     where outbox_events.site_id = ${site.id} and outbox_events.id = numbered.id`;
}
