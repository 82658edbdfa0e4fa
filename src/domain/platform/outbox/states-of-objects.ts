import type { Scope } from "#access/scopes.ts";
import type { TokenCaller } from "#access/caller.ts";
import type { Context } from "#domain/platform/context.ts";
import { decodeBase32 } from "#lib/ids/ids.ts";
import { nilUuid } from "#lib/ids/nil-uuid.ts";
import { loadEventObject } from "#domain/event-objects.ts";
import { scopeOfEvent } from "#domain/event-types.ts";

interface Unread {
  type: string;
  data: Record<string, unknown>;
  isWhole?: boolean | undefined;
}

/** Returns the UUID of the object of an event. */
export function uuidOfEvent({ data: { id } }: Pick<Unread, "data">): string | undefined {
  return typeof id === "string" ? decodeBase32(id.slice(id.indexOf("_") + 1)) : undefined;
}

/**
 * Adds the states of the objects to events, read with one statement per resource type. They are read with exactly the
 * scope that the event needs, so that they depend neither on the actor nor on the recipient.
 */
export async function withStates<Event extends Unread>(context: Context, events: readonly Event[]): Promise<Event[]> {
  const unread = events.flatMap((event) => {
    const { object } = event.data;
    const uuid = uuidOfEvent(event);
    return event.isWhole || typeof object !== "string" || uuid === undefined ? [] : [{ event, object, uuid }];
  });
  const states = new Map<Event, Record<string, unknown>>();
  for (const [object, ofType] of Map.groupBy(unread, (each) => each.object)) {
    const loaded = await loadEventObject(object);
    if (!loaded) continue;
    for (const [scope, same] of Map.groupBy(ofType, ({ event }) => scopeOfEvent(event.type))) {
      const ids = [...new Set(same.map(({ uuid }) => uuid))];
      const found = await loaded.read(
        { ...context, caller: readerWith(scope), ifMatch: undefined, ifNoneMatch: undefined },
        ids,
      );
      for (const { event, uuid } of same) states.set(event, found.get(uuid) ?? {});
    }
  }
  return events.map((event) => {
    const state = states.get(event);
    return state ? { ...event, data: { ...event.data, ...state } } : event;
  });
}

const readerWith = (scope: Scope | null): TokenCaller => ({
  kind: "token",
  clientId: nilUuid,
  memberId: nilUuid,
  grantId: nilUuid,
  scopes: new Set(scope === null ? [] : [scope]),
  roles: ["owner"],
});
