import type { Caller } from "#access/caller.ts";
import { memberOf } from "#access/caller.ts";
import { rows } from "#database/sql.ts";
import type { Context } from "#domain/platform/context.ts";
import { newId } from "#domain/platform/ids.ts";
import type { ActorKind } from "./audit-entry.ts";

/** The affected resource, with details for readers of the log. Must never contain a secret. */
export interface AuditSubject {
  resourceType?: string;
  resourceId?: string | undefined;
  details?: Record<string, unknown>;
  /** Set when the caller is not authenticated yet: the member who signs in, or the client that registers. */
  memberId?: string;
  clientId?: string;
}

const actorKinds = {
  anonymous: "anonymous",
  token: "client",
  session: "person",
  cli: "cli",
  system: "system",
} as const satisfies Record<Caller["kind"], ActorKind>;

/** Appends an entry to the site's audit log. Inside a transaction, the entry commits or rolls back with the change. */
export async function recordAudit(context: Context, action: string, subject: AuditSubject): Promise<void> {
  const { db, site, caller, now, requestId, address, tool } = context;
  const entry = {
    siteId: site.id,
    id: newId(),
    action,
    actorKind: actorKinds[caller.kind],
    memberId: subject.memberId ?? memberOf(caller),
    clientId: subject.clientId ?? (caller.kind === "token" ? caller.clientId : null),
    resourceType: subject.resourceType ?? null,
    resourceId: subject.resourceId ?? null,
    details: { ...subject.details, ...(tool !== undefined && { tool }) },
    address,
    requestId,
    createdAt: now,
  };
  await db.run`insert into audit_entries ${rows(entry)}`;
}
