import { about } from "#domain/platform/audit/about.ts";
import type { AuditSubject } from "#domain/platform/audit/record-audit.ts";

/** Builds the subject of an audit entry that is also found by its client, regardless of the actor. */
export const aboutClient = (id: string, details?: Record<string, unknown>): AuditSubject => ({
  ...about("client", id, details),
  clientId: id,
});
