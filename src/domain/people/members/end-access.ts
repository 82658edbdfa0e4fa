import { mayUse, type Role } from "#access/roles.ts";
import { scopeNames } from "#access/scopes.ts";
import type { SiteScope } from "#domain/platform/context.ts";

/** Says how many browsers were signed out. */
export const endSessions = ({ db, site }: SiteScope, memberId: string, now: Date): Promise<number> =>
  db.run`
    update sessions set revoked_at = ${now}
    where site_id = ${site.id} and member_id = ${memberId} and revoked_at is null and expires_at > ${now}`;

/** Everything that a client got for the member works no more; what they allowed it stays remembered. */
export const endTokens = ({ db, site }: SiteScope, memberId: string, now: Date): Promise<number> =>
  db.run`
    update families set revoked_at = ${now}
      from grants
     where families.site_id = ${site.id} and families.revoked_at is null and families.expires_at > ${now}
       and grants.site_id = ${site.id} and grants.id = families.grant_id
       and grants.member_id = ${memberId} and grants.revoked_at is null`;

/** What the member allowed clients is over. Answers the grants. */
export const endGrants = ({ db, site }: SiteScope, memberId: string, now: Date): Promise<{ id: string }[]> =>
  db.many<{ id: string }>`
    update grants set revoked_at = ${now}, updated_at = ${now}
     where site_id = ${site.id} and member_id = ${memberId} and revoked_at is null
    returning id`;

/**
 * Refresh tokens that hold a scope which these roles do not give are worth nothing any more: what was asked of the
 * person when they had other roles is not to come back with the roles. Access tokens answer `role_required` by
 * themselves. They end by their time, not as spent: a client that uses one has lost something, and stolen nothing.
 */
export async function endTokensBeyond(
  { db, site }: SiteScope,
  memberId: string,
  roles: readonly Role[],
  now: Date,
): Promise<void> {
  const lost = scopeNames.filter((scope) => !mayUse(roles, scope));
  if (lost.length === 0) return;
  await db.run`
    update tokens set expires_at = ${now}
      from families, grants
     where tokens.site_id = ${site.id} and tokens.family_id = families.id and tokens.kind = 'refresh'
       and tokens.spent_at is null and tokens.expires_at > ${now} and tokens.scopes && ${lost}::text[]
       and families.site_id = ${site.id} and families.grant_id = grants.id and families.revoked_at is null
       and grants.site_id = ${site.id} and grants.member_id = ${memberId} and grants.revoked_at is null`;
}
