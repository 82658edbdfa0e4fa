import type { Role } from "#access/roles.ts";
import type { Scope } from "#access/scopes.ts";
import { batch } from "#database/batch.ts";
import { sql } from "#database/sql.ts";
import type { SiteScope } from "#domain/platform/context.ts";
import { digest } from "#lib/secret.ts";
import { clientOfGrant, heldScopes } from "./clients/queries.ts";
import { isAdmitted } from "./metadata-documents/admitted-hosts.ts";

/** A valid access token, with the current state of its member. */
export interface TokenStanding {
  scopes: Scope[];
  grantId: string;
  clientId: string;
  memberId: string;
  roles: Role[];
  name: string | null;
  pictureFileId: string | null;
  email: string;
  emailVerified: boolean;
}

/**
 * Checks an access token, in one statement per request. Tokens are never cached, so that a revocation, suspension or
 * lost role takes effect at once, on every node. A token of another site is unknown here.
 */
export async function findTokenStanding(
  { db, site }: SiteScope,
  token: string,
  now: Date,
): Promise<TokenStanding | undefined> {
  if (!/^lat_[A-Za-z0-9_-]{43}$/.test(token)) return undefined;
  const tokenStatus = await db.together(standings, { siteId: site.id, digest: digest(token), now });
  return tokenStatus && isAdmitted(site, tokenStatus) ? tokenStatus : undefined;
}

const standings = batch<{ siteId: string; digest: Buffer; now: Date }, TokenStanding & { metadataUrl: string | null }>(
  { siteId: "uuid", digest: "bytea", now: "timestamptz" },
  (requested) => sql`
    with ${requested}
    select requested.place, ${heldScopes} as scopes, families.grant_id, grants.client_id, clients.metadata_url,
           grants.member_id, members.roles, members.name, members.picture_file_id,
           accounts.email, accounts.email_verified_at is not null as email_verified
      from requested
      join tokens on tokens.site_id = requested.site_id and tokens.digest = requested.digest and tokens.kind = 'access'
      join families on families.site_id = tokens.site_id and families.id = tokens.family_id
      join grants on grants.site_id = families.site_id and grants.id = families.grant_id
      ${clientOfGrant}
      join members on members.site_id = grants.site_id and members.id = grants.member_id
      join accounts on accounts.id = members.account_id
     where tokens.expires_at > requested.now and families.revoked_at is null and grants.revoked_at is null
       and members.status = 'active' and members.roles <> '{}'`,
);
