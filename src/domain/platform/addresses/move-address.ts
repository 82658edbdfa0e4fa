import { contentOf } from "#database/content/content-of.ts";
import { table } from "#database/table/table.ts";
import type { Context } from "#domain/platform/context.ts";
import { type IdKind, newId } from "#domain/platform/ids.ts";
import { hasPublicAddress, pathOfSegment, publicAddresses } from "./public-addresses.ts";
import { deleteRedirect, insertRedirect } from "./redirect-queries.ts";

type Scope = Pick<Context, "db" | "site" | "now">;

/** Old addresses of a resource that redirect. Older ones end. */
const maxOldAddresses = 50;

/**
 * Redirects from the old address of a resource whose slug or path changes. Call it in the transaction of the change,
 * before the row is updated. Earlier addresses lead to the new one directly, and a redirect from the new address ends.
 * Resources that were never public leave no redirect: their addresses may be confidential.
 */
export async function moveAddress(scope: Scope, kind: IdKind, id: string, segment: string | undefined): Promise<void> {
  if (segment === undefined || !hasPublicAddress(kind)) return;
  const { db, site, now } = scope;
  const { table: published, segment: column, wasPublic } = publicAddresses[kind];
  const before = await db.first<{ segment: string; wasPublic: boolean }>`
    select ${column} as segment, ${wasPublic} and deleted_at is null as was_public from ${published}
     where site_id = ${site.id} and id = ${id}`;
  if (before === undefined || before.segment === segment) return;
  await takeAddress(scope, kind, segment);
  const to = pathOfSegment(kind, segment);
  await db.run`
    update redirects set target = ${to}, updated_at = ${now}, version = version + 1
     where site_id = ${contentOf(site.id)} and resource_id = ${id} and ${table("redirects").present}`;
  if (!before.wasPublic) return;
  const from = pathOfSegment(kind, before.segment);
  // A redirect that an operator created from this path stays.
  await insertRedirect(scope, { id: newId(), from, to, status: 301, resourceKind: kind, resourceId: id }, now);
  await endOldest(scope, id);
}

/** Ends the redirect from the address that a resource takes, if another resource left it. */
export async function takeAddress({ db, site, now }: Scope, kind: IdKind, segment: string | undefined): Promise<void> {
  if (segment === undefined || !hasPublicAddress(kind)) return;
  await db.run`
    update redirects set deleted_at = ${now}, updated_at = ${now}, version = version + 1
     where site_id = ${contentOf(site.id)} and from_path = ${pathOfSegment(kind, segment)} and deleted_at is null
       and resource_id is not null`;
}

/** Ends the redirects to a deleted resource. */
export async function endRedirectsTo({ db, site, now }: Scope, id: string): Promise<void> {
  await db.run`
    update redirects set deleted_at = ${now}, updated_at = ${now}, version = version + 1
     where site_id = ${contentOf(site.id)} and resource_id = ${id} and ${table("redirects").present}`;
}

async function endOldest(scope: Scope, id: string): Promise<void> {
  const { db, site, now } = scope;
  const surplus = await db.many<{ id: string }>`
    select id from redirects
     where site_id = ${site.id} and resource_id = ${id} and ${table("redirects").present}
     order by id desc offset ${maxOldAddresses}`;
  for (const { id: oldest } of surplus) await deleteRedirect(scope, oldest, now);
}
