import * as z from "zod";
import { sql } from "#database/statements/sql.ts";
import { columnsOf } from "#database/table/define-table.ts";
import { Id } from "#domain/platform/ids.ts";
import { Instant } from "#domain/platform/time/instant.ts";
import { exactly, idOf, range } from "#domain/platform/listing/filters.ts";
import { listing, mapPage, pageSchemaOf } from "#domain/platform/listing/listing.ts";
import { operation } from "#domain/platform/operation.ts";
import { Problem } from "#domain/platform/problem.ts";
import { resourceSchema } from "#domain/platform/resource-schema.ts";
import { trimmed } from "#lib/wire/trimmed.ts";
import { AuditEntry } from "./audit-entry.ts";
import { untrusted } from "#lib/wire/untrusted.ts";

/**
 * One entry of the audit log in the operator API. Names members by id only; their names and addresses need a scope of
 * their own.
 */
const AuditLogEntry = resourceSchema("auditEntry", {
  action: z.string(),
  actor: z.object({
    kind: AuditEntry.shape.actorKind,
    memberId: Id("member").nullable().meta({ description: "The member who acted, or for whom a client acted" }),
  }),
  clientId: Id("client").nullable(),
  resource: z.object({ type: z.string(), id: z.string().nullable() }).nullable(),
  details: untrusted(z.record(z.string(), z.unknown()).meta({ description: "Details of the action, by name" })),
  ip: z.string().nullable(),
  requestId: z.string().nullable(),
  createdAt: Instant,
});

type EntryRow = Omit<AuditEntry, "memberName" | "memberEmail" | "clientName">;

const Word = trimmed().min(1).max(100);

const entries = listing<EntryRow>({
  kind: "auditEntry",
  table: sql`audit_entries`,
  columns: columnsOf("audit_entries"),
  sorts: { createdAt: "timestamptz" },
  defaultSort: "-createdAt",
  filters: {
    actorId: idOf(Id("member"), sql`audit_entries.member_id`),
    clientId: idOf(Id("client"), sql`audit_entries.client_id`),
    action: exactly(Word, sql`audit_entries.action`),
    resourceType: exactly(Word, sql`audit_entries.resource_type`),
    resourceId: exactly(Word, sql`audit_entries.resource_id`),
    createdAt: range(Instant, sql`audit_entries.created_at`),
  },
  keepsDeleted: false,
});

export const listAuditLog = operation({
  name: "listAuditLog",
  summary: "List audit log entries",
  description: "Newest first.",
  reads: "school:read",
  input: entries.input,
  output: pageSchemaOf(AuditLogEntry),
  async run(context, input) {
    const { caller } = context;
    const isPerson = caller.kind === "token" || caller.kind === "session";
    if (isPerson && !caller.roles.some((role) => role === "owner" || role === "manager")) {
      throw new Problem("role_required", "Only owners and managers of the site can read the audit log.");
    }
    return mapPage(await entries.page(context, input), serialize);
  },
});

const serialize = ({ actorKind, memberId, resourceType, resourceId, address, ...entry }: EntryRow) => ({
  ...entry,
  object: "audit_entry" as const,
  actor: { kind: actorKind, memberId },
  resource: resourceType === null ? null : { type: resourceType, id: resourceId },
  ip: address,
});
