import { about } from "#domain/platform/audit/about.ts";
import type { AuditSubject } from "#domain/platform/audit/record-audit.ts";

/** What an audit entry is about that is found by its client as well, whoever wrote it. */
export const aboutClient = (id: string, details?: Record<string, unknown>): AuditSubject => ({
  ...about("client", id, details),
  clientId: id,
});
