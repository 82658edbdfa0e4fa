import type { Scope } from "#access/scopes.ts";
import { rows } from "#database/statements/sql.ts";
import type { Context } from "#domain/platform/context.ts";
import { newId } from "#domain/platform/ids.ts";
import { withoutPort } from "./redirect-uri.ts";

interface Consent {
  memberId: string;
  clientId: string;
  redirectUri: string;
  scopes: readonly Scope[];
}

/**
 * Stores a member's consent: the grant, and the scopes that need no further consent for this redirect URI. Returns the
 * grant's id, and whether it is new. Requires a transaction.
 */
export async function allow({ db, site, now }: Context, consent: Consent): Promise<{ id: string; isNew: boolean }> {
  const { memberId, clientId, scopes } = consent;
  // Loopback clients use another port each time; one row covers them all.
  const redirectUri = withoutPort(consent.redirectUri);
  const fresh = { siteId: site.id, id: newId(), memberId, clientId, createdAt: now, updatedAt: now };
  const grant = await db.write.one<{ id: string }>`
    insert into grants ${rows(fresh)}
    on conflict (site_id, member_id, client_id) where revoked_at is null
    do update set updated_at = excluded.updated_at
    returning id`;
  // The statement above has locked the grant: no other consent changes these scopes meanwhile.
  const earlier = await db.first<{ scopes: Scope[] }>`
    select scopes from consents
     where site_id = ${site.id} and grant_id = ${grant.id} and redirect_uri = ${redirectUri}`;
  const remembered = [...new Set([...(earlier?.scopes ?? []), ...scopes])];
  const times = { createdAt: now, updatedAt: now };
  const row = { siteId: site.id, id: newId(), grantId: grant.id, redirectUri, scopes: remembered, ...times };
  await db.run`
    insert into consents ${rows(row)}
    on conflict (site_id, grant_id, redirect_uri) do update
    set updated_at = excluded.updated_at, scopes = excluded.scopes`;
  await db.run`
    update clients set first_authorized_at = ${now}
     where site_id = ${site.id} and id = ${clientId} and first_authorized_at is null`;
  return { id: grant.id, isNew: grant.id === fresh.id };
}

/** Revokes a grant of this member, and with it every code, family and token. */
export async function revokeGrant({ db, site, now }: Context, grantId: string, memberId: string): Promise<boolean> {
  const revoked = await db.run`
    update grants set revoked_at = ${now}, updated_at = ${now}
     where site_id = ${site.id} and id = ${grantId} and member_id = ${memberId} and revoked_at is null`;
  return revoked === 1;
}
