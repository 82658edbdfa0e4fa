import { memberOf } from "#access/caller.ts";
import { rows } from "#database/sql.ts";
import type { Context } from "#domain/platform/context.ts";
import { newId } from "#domain/platform/ids.ts";
import { currentTraceparent } from "#telemetry/tracing/spans.ts";

/** A domain event for webhook subscribers: `course.published`, with the object in wire format. */
export interface OutboxEvent {
  type: `${string}.${string}`;
  objectId: string;
  data: Record<string, unknown>;
  /** Previous values of the changed fields, in wire format. */
  previousAttributes?: Record<string, unknown> | undefined;
}

/**
 * Writes an event to the outbox in the transaction of its cause: never lost, never emitted for a rolled-back change.
 */
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
    traceparent: currentTraceparent() ?? null,
    createdAt: now,
  };
  await db.run`insert into outbox_events ${rows(row)}`;
}

/** Writes several events in order, with one statement. */
export async function recordEvents(context: Context, events: readonly OutboxEvent[]): Promise<void> {
  const [first] = events;
  if (events.length < 2) return first && recordEvent(context, first);
  const ids = events.map((event) => ({ ...event, id: newId() }));
  await insertAll(context, ids);
}

/** Writes events with ids chosen by the caller. Ids that already exist are skipped. */
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
    insert into outbox_events (site_id, id, type, object_id, data, previous_attributes, member_id, client_id,
                               traceparent, created_at)
    select ${site.id}, id, type, "objectId", data, "previousAttributes", ${memberOf(caller)}, ${clientId},
           ${currentTraceparent() ?? null}, ${now}
      from jsonb_to_recordset(${JSON.stringify(events)}) as input (id uuid, type text, "objectId" text, data jsonb,
                                                                   "previousAttributes" jsonb)
    on conflict (site_id, id) do nothing`;
}
