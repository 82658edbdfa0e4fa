import { formatId, type IdKind } from "#domain/platform/ids.ts";
import { toWire } from "#lib/wire/names.ts";
import type { AuditSubject } from "./record-audit.ts";

/** Builds the subject of an audit entry: a resource of this kind, with its wire type and id. */
export const about = (kind: IdKind, id: string, details?: Record<string, unknown>): AuditSubject => ({
  resourceType: toWire(kind),
  resourceId: formatId(kind, id),
  ...(details && { details }),
});
