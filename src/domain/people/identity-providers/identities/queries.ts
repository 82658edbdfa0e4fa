import type { Role } from "#access/roles.ts";
import { rows, sql } from "#database/statements/sql.ts";
import type { Context, SiteScope } from "#domain/platform/context.ts";
import { newId } from "#domain/platform/ids.ts";
import type { Identity } from "./identity.ts";

const columns = sql`
  id, provider_id, subject, member_id, email, linked_by, group_roles, created_at, last_used_at`;

export const findIdentity = (
  { db, site }: SiteScope,
  providerId: string,
  subject: string,
): Promise<Identity | undefined> =>
  db.first<Identity>`
    select ${columns} from identities
     where site_id = ${site.id} and provider_id = ${providerId} and subject = ${subject}`;

/** A member has at most one per provider. */
export const listIdentities = ({ db, site }: SiteScope, memberId: string): Promise<Identity[]> =>
  db.many<Identity>`
    select ${columns} from identities where site_id = ${site.id} and member_id = ${memberId} order by provider_id limit 20`;

export type NewIdentity = Pick<Identity, "providerId" | "subject" | "memberId" | "email" | "linkedBy">;

/** Returns undefined if the subject or the member has an identity at the provider. */
export async function insertIdentity({ db, site, now }: Context, identity: NewIdentity): Promise<Identity | undefined> {
  const added: Identity = { id: newId(), ...identity, groupRoles: [], createdAt: now, lastUsedAt: now };
  const count = await db.run`
    insert into identities ${rows({ siteId: site.id, ...added })} on conflict do nothing`;
  return count === 1 ? added : undefined;
}

export async function recordUse(
  { db, site, now }: Context,
  { id, email }: Pick<Identity, "id" | "email">,
): Promise<void> {
  await db.run`
    update identities set last_used_at = ${now}, email = coalesce(${email}, email)
     where site_id = ${site.id} and id = ${id}`;
}

export async function setGroupRoles({ db, site }: SiteScope, id: string, groupRoles: readonly Role[]): Promise<void> {
  await db.run`update identities set group_roles = ${groupRoles} where site_id = ${site.id} and id = ${id}`;
}

export async function deleteIdentity({ db, site }: SiteScope, id: string): Promise<void> {
  await db.run`delete from identities where site_id = ${site.id} and id = ${id}`;
}
