import type { Context } from "#domain/platform/context.ts";
import { newId } from "#domain/platform/ids.ts";
import { currentTraceparent } from "#telemetry/tracing/spans.ts";
import type { OutboxEvent } from "./outbox-event.ts";
import { eventStore } from "./store-events.ts";

/**
 * Writes an event to the outbox in the transaction of its cause: never lost, never emitted for a rolled-back change.
 * The event is stored with the state of its object before the transaction commits.
 */
export const recordEvent = (context: Context, event: OutboxEvent): Promise<void> => recordEvents(context, [event]);

/** Writes several events in order. */
export const recordEvents = (context: Context, events: readonly OutboxEvent[]): Promise<void> =>
  recordEventsOnce(
    context,
    events.map((event) => ({ ...event, id: newId() })),
  );

/** Writes events with ids chosen by the caller. Ids that already exist are skipped. */
export async function recordEventsOnce(
  context: Context,
  events: readonly (OutboxEvent & { id: string })[],
): Promise<void> {
  if (context.tells?.events === false || events.length === 0) return;
  const traceparent = currentTraceparent() ?? null;
  await context.db.defer(
    eventStore,
    events.map((event) => ({ context, event, traceparent })),
  );
}
