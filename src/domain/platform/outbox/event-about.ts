import { formatId, type IdKind } from "#domain/platform/ids.ts";
import { toWire } from "#lib/wire/names.ts";
import type { OutboxEvent } from "./record-event.ts";

/** That something happened to a thing, of which it tells the id alone: whoever is told may read the rest, or not. */
export const eventAbout = (type: OutboxEvent["type"], kind: IdKind, id: string): OutboxEvent => ({
  type,
  objectId: formatId(kind, id),
  data: { id: formatId(kind, id), object: toWire(kind) },
});
