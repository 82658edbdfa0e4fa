import { formatId, type IdKind } from "#domain/platform/ids.ts";
import { toWire } from "#lib/wire/names.ts";
import type { AuditSubject } from "./record-audit.ts";

/** What an audit entry is about: a thing of this kind, called as it is on the wire. */
export const about = (kind: IdKind, id: string, details?: Record<string, unknown>): AuditSubject => ({
  resourceType: toWire(kind),
  resourceId: formatId(kind, id),
  ...(details && { details }),
});
