import type { FastifyInstance } from "fastify";
import type { AuditEntry } from "#domain/platform/audit/audit-entry.ts";
import { formatId, kindOfId, parseId } from "#domain/platform/ids.ts";
import { perform } from "#domain/platform/operation.ts";
import { formatClientId } from "#oauth/clients/client.ts";
import { auditLog } from "../../views/admin/audit/audit-log.ts";
import type { AuditRow } from "../../views/admin/audit/audit-entry.ts";
import { type Narrowing, readAuditFilters } from "./audit-filters.ts";
import { cursorIn, pagesOf } from "../parts/paging.ts";
import { adminSections } from "../sections.ts";
import { adminPageOf, type AdminPageRequest } from "../parts/page-request.ts";
import { toWire } from "#lib/wire/names.ts";
import type { RequestContext } from "#domain/platform/context.ts";
import { adminOperations } from "#operations/admin-operations.ts";
import { namesById } from "../derived/labels.ts";
import { addressOfResource } from "../derived/resources.ts";
import { hrefOf } from "../parts/href-of.ts";
import { getPage } from "../parts/routes.ts";
import { namesOfMembers } from "#domain/people/members/queries.ts";

const { path } = adminSections.auditLog;

/** GET /admin/security/audit-log */
export function auditLogPage(app: FastifyInstance): void {
  getPage(app, path, async (pageRequest, request) => {
    const narrowing = await readAuditFilters(pageRequest.context, request.query, pageRequest.timeZone);
    const { cursor } = request.query;
    const { rows, nextCursor } = await read(pageRequest, narrowing, cursor);
    const { typed, wrong } = narrowing;
    const view = {
      entries: rows,
      typed,
      wrong,
      pages: pagesOf(path, typed, nextCursor, cursor),
    };
    return auditLog(adminPageOf(pageRequest, "auditLog"), view);
  });
}

async function read(pageRequest: AdminPageRequest, { input, wrong }: Narrowing, cursor: unknown) {
  const { context } = pageRequest;
  if (wrong.length > 0) return { rows: [], nextCursor: null };
  const { listAuditEntries } = await adminOperations.settings();
  const { data, page } = await perform(listAuditEntries, context, { ...input, ...cursorIn(cursor) });
  const members = data.flatMap((entry) => memberActedUpon(entry) ?? []);
  const names = await namesOfMembers(context, [...new Set(members)]);
  const resources = data.flatMap(({ resourceId }) => resourceId ?? []);
  const labels = await namesById(context, resources, adminPageOf(pageRequest, "auditLog").locale);
  return { rows: data.map((entry) => rowOf(context, entry, { names, labels })), nextCursor: page.nextCursor };
}

const memberActedUpon = ({ resourceType, resourceId }: AuditEntry): string | undefined =>
  resourceType === "member" && resourceId !== null ? parseId("member", resourceId) : undefined;

interface Names {
  /** Names of members, also of removed ones. */
  names: ReadonlyMap<string, string>;
  /** Names of other resources, by their ID on the wire. */
  labels: ReadonlyMap<string, string>;
}

function rowOf(context: RequestContext, entry: AuditEntry, { names, labels }: Names): AuditRow {
  const { memberId, memberName, memberEmail, clientId, clientName, resourceType, resourceId } = entry;
  const { id, action, actorKind, details, address, requestId, createdAt } = entry;
  const ofClient = clientId !== null && resourceId === formatClientId(clientId);
  const targetName = names.get(memberActedUpon(entry) ?? "") ?? labels.get(resourceId ?? "");
  const name = ofClient ? clientName : (targetName ?? null);
  const kind = resourceId === null ? undefined : kindOfId(resourceId);
  // Deleted resources have no page.
  const href =
    targetName === undefined || kind === undefined || resourceId === null
      ? undefined
      : addressOfResource(context.caller, toWire(kind), resourceId);
  return {
    id: formatId("auditEntry", id),
    action,
    actorKind,
    member:
      memberId === null
        ? null
        : {
            id: formatId("member", memberId),
            name: memberName,
            email: memberEmail,
            href: memberEmail === null ? undefined : hrefOf(context, "member", memberId),
          },
    client: clientId === null ? null : { id: formatClientId(clientId), name: clientName },
    resource: resourceType === null ? null : { type: resourceType, id: resourceId, name, href },
    details,
    address,
    requestId,
    at: createdAt,
  };
}
