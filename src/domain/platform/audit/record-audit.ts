import type { Caller } from "#access/caller.ts";
import { memberOf } from "#access/caller.ts";
import { recordset, rows } from "#database/statements/sql.ts";
import type { Context } from "#domain/platform/context.ts";
import { newId } from "#domain/platform/ids.ts";
import { asRecord } from "#lib/json/is-record.ts";
import { redactSecrets } from "#lib/secrets/redact-secrets.ts";
import type { ActorKind } from "./audit-entry.ts";

/** The affected resource, with details for readers of the log. Secrets that a caller pasted into them are redacted. */
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
  provisioning: "provisioning",
} as const satisfies Record<Caller["kind"], ActorKind>;

/** Appends an entry to the site's audit log. Inside a transaction, the entry commits or rolls back with the change. */
export async function recordAudit(context: Context, action: string, subject: AuditSubject): Promise<void> {
  const entry = { siteId: context.site.id, ...entryOf(context, action, subject) };
  await context.db.run`insert into audit_entries ${rows(entry)}`;
}

interface NewEntry {
  action: string;
  subject: AuditSubject;
  /** The request of this entry, if requests share the transaction. */
  origin?: Pick<Context, "requestId" | "address"> | undefined;
}

/** Appends several entries in order, with one statement. */
export async function recordAudits(context: Context, entries: readonly NewEntry[]): Promise<void> {
  if (entries.length === 0) return;
  const added = entries.map(({ action, subject, origin }) => entryOf({ ...context, ...origin }, action, subject));
  await context.db.run`
    insert into audit_entries (site_id, id, action, actor_kind, member_id, client_id, resource_type, resource_id,
                               details, address, request_id, created_at)
    select ${context.site.id}, id, action, actor_kind, member_id, client_id, resource_type, resource_id, details,
           address, request_id, ${context.now}
      from jsonb_populate_recordset(null::audit_entries, ${recordset(added)}::jsonb)`;
}

function entryOf(context: Context, action: string, subject: AuditSubject) {
  const { now, requestId, address, tool } = context;
  const caller = (context.caller.kind === "cli" && context.caller.startedBy) || context.caller;
  return {
    id: newId(),
    action,
    actorKind: actorKinds[caller.kind],
    memberId: subject.memberId ?? memberOf(caller),
    clientId: subject.clientId ?? (caller.kind === "token" ? caller.clientId : null),
    resourceType: subject.resourceType ?? null,
    resourceId: subject.resourceId ?? null,
    details: withoutSecrets({
      ...subject.details,
      ...(tool !== undefined && { tool }),
      ...(caller.kind === "provisioning" && { key: caller.name }),
    }),
    address,
    requestId: requestId && redactSecrets(requestId),
    createdAt: now,
  };
}

const withoutSecrets = (details: Record<string, unknown>): Record<string, unknown> => {
  const text = JSON.stringify(details);
  const redacted = redactSecrets(text);
  return redacted === text ? details : asRecord(JSON.parse(redacted));
};
