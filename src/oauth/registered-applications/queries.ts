import { table } from "#database/table/table.ts";
import type { SiteScope } from "#domain/platform/context.ts";
import { notFound } from "#domain/platform/problem.ts";
import { formatClientId } from "../clients/client.ts";

export interface RegisteredApplicationRow {
  id: string;
  name: string;
  redirectUris: string[];
  createdAt: Date;
}

/** Newest first, starting before the given cursor. */
export function findRegisteredApplications(
  { db, site }: SiteScope,
  { before, limit }: { before?: string | undefined; limit: number },
): Promise<RegisteredApplicationRow[]> {
  return db.many<RegisteredApplicationRow>`
    select id, name, redirect_uris, created_at from clients
     where site_id = ${site.id} and origin = 'registered' and deleted_at is null
       and id < ${before ?? "ffffffff-ffff-ffff-ffff-ffffffffffff"}
     order by id desc
     limit ${limit}`;
}

export async function requireRegisteredApplication(
  { db, site }: SiteScope,
  id: string,
): Promise<RegisteredApplicationRow> {
  const found = await db.first<RegisteredApplicationRow>`
    select id, name, redirect_uris, created_at from clients
     where site_id = ${site.id} and id = ${id} and origin = 'registered' and ${table("clients").present}`;
  if (!found) throw notFound("self-registered application", formatClientId(id));
  return found;
}

/** Locks the row until the transaction ends. */
export async function lockRegisteredApplication(scope: SiteScope, id: string): Promise<RegisteredApplicationRow> {
  const { db, site } = scope;
  await db.run`select id from clients where site_id = ${site.id} and id = ${id} for no key update`;
  return requireRegisteredApplication(scope, id);
}
