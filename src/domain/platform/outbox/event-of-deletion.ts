import type { Context } from "#domain/platform/context.ts";
import type { IdKind } from "#domain/platform/ids.ts";
import type { DeclaredEvent } from "#domain/resources.ts";
import { eventAbout } from "./event-about.ts";
import type { OutboxEvent } from "./outbox-event.ts";
import { withStates } from "./states-of-objects.ts";

/** Builds the event of a deletion that overwrites the content: with the last state, read before the deletion. */
export async function eventOfDeletion(
  context: Context,
  type: Extract<DeclaredEvent, `${string}.deleted`>,
  kind: IdKind,
  id: string,
): Promise<OutboxEvent> {
  const event = eventAbout(type, kind, id);
  const [{ data } = event] = await withStates(context, [event]);
  return { ...event, data: { ...data, deleted: true }, isWhole: true };
}
