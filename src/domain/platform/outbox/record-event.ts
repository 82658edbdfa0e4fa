import { memberOf } from "#access/caller.ts";
import { rows } from "#database/sql.ts";
import type { Context } from "#domain/platform/context.ts";
import { newId } from "#domain/platform/ids.ts";

/** Something that happened, for whoever subscribes: `course.published` with the object as it is on the wire. */
export interface OutboxEvent {
  type: `${string}.${string}`;
  objectId: string;
  data: Record<string, unknown>;
  /** What fields that changed were before, as on the wire. */
  previousAttributes?: Record<string, unknown> | undefined;
}

/** Written in the transaction of its cause: never lost, never told of a change that was rolled back. */
export async function recordEvent(context: Context, event: OutboxEvent): Promise<void> {
  const { db, site, caller, now, tells } = context;
  if (tells?.events === false) return;
  const row = {
    siteId: site.id,
    id: newId(),
    ...event,
    previousAttributes: event.previousAttributes ?? null,
    memberId: memberOf(caller),
    clientId: caller.kind === "token" ? caller.clientId : null,
    createdAt: now,
  };
  await db.run`insert into outbox_events ${rows(row)}`;
}

/** Many at once, in their order. */
export async function recordEvents(context: Context, events: readonly OutboxEvent[]): Promise<void> {
  const [first] = events;
  if (events.length < 2) return first && recordEvent(context, first);
  const ids = events.map((event) => ({ ...event, id: newId() }));
  await insertAll(context, ids);
}

/** The same with ids of the caller's: one that is there already was told before. */
export async function recordEventsOnce(
  context: Context,
  events: readonly (OutboxEvent & { id: string })[],
): Promise<void> {
  if (events.length > 0) await insertAll(context, events);
}

async function insertAll(context: Context, events: readonly (OutboxEvent & { id: string })[]): Promise<void> {
  const { db, site, caller, now, tells } = context;
  if (tells?.events === false) return;
  const clientId = caller.kind === "token" ? caller.clientId : null;
  await db.run`
    insert into outbox_events (site_id, id, type, object_id, data, previous_attributes, member_id, client_id, created_at)
    select ${site.id}, id, type, "objectId", data, "previousAttributes", ${memberOf(caller)}, ${clientId}, ${now}
      from jsonb_to_recordset(${JSON.stringify(events)}) as input (id uuid, type text, "objectId" text, data jsonb,
                                                                   "previousAttributes" jsonb)
    on conflict (site_id, id) do nothing`;
}
