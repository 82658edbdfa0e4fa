import { mayUse, type Role } from "#access/roles.ts";
import { scopeNames } from "#access/scopes.ts";
import type { SiteScope } from "#domain/platform/context.ts";

/** Ends a member's sessions. Returns their number. */
export const endSessions = ({ db, site }: SiteScope, memberId: string, now: Date): Promise<number> =>
  db.run`
    update sessions set revoked_at = ${now}
    where site_id = ${site.id} and member_id = ${memberId} and revoked_at is null and expires_at > ${now}`;

/** Revokes all tokens that clients got for the member; consent records stay. */
export const endTokens = ({ db, site }: SiteScope, memberId: string, now: Date): Promise<number> =>
  db.run`
    update families set revoked_at = ${now}
      from grants
     where families.site_id = ${site.id} and families.revoked_at is null and families.expires_at > ${now}
       and grants.site_id = ${site.id} and grants.id = families.grant_id
       and grants.member_id = ${memberId} and grants.revoked_at is null`;

/** Revokes the grants that the member gave to clients and returns them. */
export const endGrants = ({ db, site }: SiteScope, memberId: string, now: Date): Promise<{ id: string }[]> =>
  db.write.many<{ id: string }>`
    update grants set revoked_at = ${now}, updated_at = ${now}
     where site_id = ${site.id} and member_id = ${memberId} and revoked_at is null
    returning id`;

/**
 * Ends the members' refresh tokens with a scope that these roles do not grant. A consent given under former roles must not revive
 * when the roles return. Access tokens already fail with `role_required`. The tokens expire instead of being marked
 * as used: a client that presents one did not steal it.
 */
export async function endTokensBeyond(
  { db, site }: SiteScope,
  memberIds: readonly string[],
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
       and grants.site_id = ${site.id} and grants.member_id = any(${memberIds}::uuid[])
       and grants.revoked_at is null`;
}
