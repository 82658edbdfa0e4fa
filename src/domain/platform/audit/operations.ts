import { sql } from "#database/statements/sql.ts";
import { Id } from "#domain/platform/ids.ts";
import { Instant } from "#domain/platform/time/instant.ts";
import { equalTo, exactly, idOf, indexedBy, matching, range } from "#domain/platform/listing/filters.ts";
import { listing, pageSchemaOf } from "#domain/platform/listing/listing.ts";
import { personOf } from "#domain/platform/joined-person.ts";
import { inAdminArea, operation } from "#domain/platform/operation.ts";
import { trimmed } from "#lib/wire/trimmed.ts";
import { AuditEntry } from "./audit-entry.ts";

const columns = sql`
  audit_entries.id, action, actor_kind, member_id, client_id, resource_type, resource_id, details, address, request_id,
  audit_entries.created_at,
  person.name as member_name, person.email as member_email,
  (select name from clients where clients.site_id = audit_entries.site_id and clients.id = client_id) as client_name`;

/** Filter value that matches entries written through any MCP tool. */
export const anyTool = "*";

const toolOf = sql`(audit_entries.details ->> 'tool')`;

/**
 * Each filter has an index in list order. With several filters, one index finds the entries and the other filters are
 * applied to them.
 */
const auditEntries = listing<AuditEntry>({
  kind: "auditEntry",
  table: sql`audit_entries`,
  columns,
  joins: personOf(sql`audit_entries`),
  sorts: { createdAt: "timestamptz" },
  defaultSort: "-createdAt",
  filters: {
    action: exactly(trimmed().min(1).max(100), sql`audit_entries.action`),
    memberId: idOf(Id("member"), sql`audit_entries.member_id`),
    clientId: idOf(Id("client"), sql`audit_entries.client_id`),
    tool: matching(trimmed().min(1).max(100), (tool) =>
      tool === anyTool
        ? indexedBy(sql`audit_entries.created_at`, sql`${toolOf} is not null`)
        : equalTo(toolOf, sql`${tool}`),
    ),
    createdAt: range(Instant, sql`audit_entries.created_at`),
  },
  keepsDeleted: false,
});

export const listAuditEntries = operation({
  name: "listAuditEntries",
  summary: "List audit log entries",
  description: "Newest first.",
  reads: inAdminArea,
  input: auditEntries.input,
  output: pageSchemaOf(AuditEntry),
  run: (context, input) => auditEntries.page(context, input),
});
