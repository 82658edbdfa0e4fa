import type * as z from "zod";
import { loadEventObject } from "#domain/event-objects.ts";
import { asRecord } from "#lib/json/is-record.ts";
import type { OutboxEvent } from "./outbox-event.ts";

/**
 * Adds the state of its object to an event if the operation has returned the object, so that it is not read again. The
 * event of a deletion has a mark that results do not have.
 */
export async function withResult(
  event: OutboxEvent,
  { output: schema }: { output: z.ZodType },
  result: unknown,
): Promise<OutboxEvent> {
  const { object } = event.data;
  if (event.isWhole || typeof object !== "string" || event.type.endsWith(".deleted")) return event;
  const loaded = await loadEventObject(object);
  if (loaded?.schema !== schema || !loaded.stateOf) return event;
  const state = loaded.stateOf(asRecord(result));
  return state["id"] === event.data["id"] ? { ...event, data: { ...event.data, ...state }, isWhole: true } : event;
}
