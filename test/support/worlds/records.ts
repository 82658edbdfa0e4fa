import { contentOf } from "#database/content/content-of.ts";
import { inOrder, type Role } from "#access/roles.ts";
import { assignments, rows } from "#database/statements/sql.ts";
import type { Site } from "#domain/platform/site/site.ts";
import { type Client, parseClientId } from "#oauth/clients/client.ts";
import { now } from "../clock.ts";
import { database as db } from "../databases/database.ts";

interface OfSite {
  site: Site;
}

export interface AuditEntry {
  action: string;
  actorKind: string;
  memberId: string | null;
  clientId: string | null;
  resourceType: string | null;
  resourceId: string | null;
  details: Record<string, unknown>;
  address: string | null;
  requestId: string | null;
}

/** The site's audit log, oldest first (in any order within a millisecond), without the entry of its creation. */
export const auditOf = ({ site }: OfSite): Promise<AuditEntry[]> =>
  db.many<AuditEntry>`
    select action, actor_kind, member_id, client_id, resource_type, resource_id, details, address, request_id
      from audit_entries
     where site_id = ${site.id} and action <> 'createSite'
     order by created_at, id`;

export const auditActions = async (of: OfSite): Promise<string[]> => (await auditOf(of)).map(({ action }) => action);

type Someone = { id: string };

/** Changes the status directly: there is no operation for it yet. */
export async function setStatus({ site }: OfSite, { id }: Someone, status: "active" | "suspended"): Promise<void> {
  await db.run`update members set status = ${status} where site_id = ${contentOf(site.id)} and id = ${id}`;
}

export async function setPicture({ site }: OfSite, { id }: Someone, fileId: string): Promise<void> {
  await db.run`update members set picture_file_id = ${fileId} where site_id = ${contentOf(site.id)} and id = ${id}`;
}

export async function setRoles({ site }: OfSite, { id }: Someone, roles: readonly Role[]): Promise<void> {
  await db.run`
    update members set roles = ${inOrder(roles)}, version = version + 1, updated_at = ${now()}
     where site_id = ${contentOf(site.id)} and id = ${id}`;
}

export async function setTimeZone({ site }: OfSite, timeZone: string): Promise<void> {
  const school = { siteId: contentOf(site.id), timeZone, createdAt: now(), updatedAt: now() };
  await db.run`insert into schools ${rows(school)} on conflict (site_id) do update set time_zone = excluded.time_zone`;
}

/** Marks the address as unverified, as if another person had entered it. */
export async function unverifyEmail({ accountId }: { accountId: string }): Promise<void> {
  await db.run`update accounts set email_verified_at = null where id = ${accountId}`;
}

/** Changes a client as the admin area of another process does: caches are not invalidated. */
export async function changeClient(
  { site }: OfSite,
  { clientId }: { clientId: string },
  changes: Partial<Client> & { deletedAt?: Date; blockedAt?: Date | null },
): Promise<void> {
  await db.run`
    update clients set ${assignments({ ...changes, updatedAt: now() })}, version = version + 1
     where site_id = ${site.id} and id = ${parseClientId(clientId)}`;
}

/** Mutes a topic for the member on a channel. */
export async function muteTopic({ site }: OfSite, { id }: Someone, topic: string, channel = "inbox"): Promise<void> {
  const row = { siteId: site.id, memberId: id, topic, channel, enabled: false, updatedAt: now() };
  await db.run`insert into notification_subscriptions ${rows(row)}`;
}

/** Events of the site for its subscribers, in order. */
export const outboxOf = ({ site }: OfSite) =>
  db.many<{ id: string; type: string; objectId: string; data: Record<string, unknown> }>`
    select id, type, object_id, data from outbox_events where site_id = ${site.id} order by created_at, id`;
