import { formatId, type IdKind } from "#domain/platform/ids.ts";
import type { DeclaredEvent } from "#domain/resources.ts";
import { toWire } from "#lib/wire/names.ts";
import type { OutboxEvent } from "./outbox-event.ts";

/**
 * Builds an event that carries the id of its object, and facts in wire format. Subscribers need their own access to read
 * the rest.
 */
export const eventAbout = (
  type: DeclaredEvent,
  kind: IdKind,
  id: string,
  facts?: Record<string, unknown>,
): OutboxEvent => ({
  type,
  objectId: formatId(kind, id),
  data: { id: formatId(kind, id), object: toWire(kind), ...facts },
});
