import type { Scope } from "#access/scopes.ts";
import type { Resource } from "#domain/platform/resource.ts";
import { type DeclaredEvent, resources } from "#domain/resources.ts";
import { typedKeys } from "#lib/json/typed-object.ts";

interface EventType {
  /** Scope that a subscriber needs at each delivery; null: only events caused by their own application. */
  needs: Scope | null;
  /** When the event occurs. */
  about: string;
  /** Wire type of `data.object`. */
  object: string;
  /** A name without a source in this version. */
  reserved: boolean;
}

export type EventTypeName = DeclaredEvent | "ping";

/** All event types for subscribers. */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `DeclaredEvent` is derived from the same declarations.
export const eventTypes = Object.fromEntries([
  ...resources.flatMap(eventsOf),
  ["ping", { needs: "school:read", about: "A test delivery was requested", object: "ping", reserved: false }],
]) as Readonly<Record<EventTypeName, EventType>>;

function eventsOf({ scopes, events }: Resource): [string, EventType][] {
  return Object.entries(events).map(([name, { about, object, needs = scopes.read, reserved = false }]) => [
    name,
    { needs, about, object: object ?? name.replace(/\..*/s, ""), reserved },
  ]);
}

export const eventTypeNames = typedKeys(eventTypes);

/** Returns whether this version emits the event type. */
export const isEmitted = (name: EventTypeName): boolean => !eventTypes[name].reserved;

export const isEventType = (name: string): name is EventTypeName => Object.hasOwn(eventTypes, name);

/** Returns null if no scope is needed or the event type is unknown. */
export const scopeOfEvent = (name: string): Scope | null => (isEventType(name) ? eventTypes[name].needs : null);
