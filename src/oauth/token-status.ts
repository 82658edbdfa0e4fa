import type { Authentication } from "#access/authentication-methods.ts";
import type { Role } from "#access/roles.ts";
import type { Scope } from "#access/scopes.ts";
import { readingBatch } from "#database/statements/batch.ts";
import { sql } from "#database/statements/sql.ts";
import type { SiteScope } from "#domain/platform/context.ts";
import { digest } from "#lib/secrets/secret.ts";
import { isApiKey, isWellFormedApiKey } from "./api-keys/key-text.ts";
import { mayHold } from "./clients/client.ts";
import type { Audience } from "#oauth/clients/audience.ts";
import { isAdmitted } from "./metadata-documents/admitted-hosts.ts";
import { authenticationOf, currentScopes, type FamilyAuthentication, isLive, tokenRows } from "./token-rows.ts";

/** A valid access token or API key, with the current state of its member. */
export interface TokenStatus {
  scopes: Scope[];
  /** True for an API key, whose id is the id of its grant. */
  isApiKey: boolean;
  grantId: string;
  clientId: string;
  /** Returns true if the client may request the scope from a member whose roles give it. */
  mayRequest: (scope: Scope) => boolean;
  memberId: string;
  roles: Role[];
  name: string | null;
  pictureFileId: string | null;
  email: string;
  emailVerified: boolean;
  expiresAt: Date;
  /** Undefined for API keys, and for tokens from before it was recorded. */
  authentication: Authentication | undefined;
}

/**
 * Checks an access token or API key, in one statement per request. Tokens are never cached, so that a revocation, suspension or
 * lost role takes effect immediately, on every node. A token of another site is unknown here.
 */
export async function findTokenStatus(
  { db, site }: SiteScope,
  token: string,
  now: Date,
): Promise<TokenStatus | undefined> {
  if (!/^lat_[A-Za-z0-9_-]{43}$/.test(token) && !isWellFormedApiKey(token)) return undefined;
  const found = await db.together(tokenStatuses, { siteId: site.id, digest: digest(token), now });
  return found && isAdmitted(site, found)
    ? {
        ...found,
        scopes: currentScopes(found),
        mayRequest: (scope) => mayHold(found.audience, found.clientScopes, scope),
        isApiKey: isApiKey(token),
        authentication: authenticationOf(found),
      }
    : undefined;
}

interface TokenStatusRow extends Omit<TokenStatus, "isApiKey" | "mayRequest" | "authentication">, FamilyAuthentication {
  audience: Audience;
  clientScopes: Scope[] | null;
  metadataUrl: string | null;
}

const tokenStatuses = readingBatch<{ siteId: string; digest: Buffer; now: Date }, TokenStatusRow>(
  { siteId: "uuid", digest: "bytea", now: "timestamptz" },
  (requested) => sql`
    with ${requested}
    select *
      from (select requested.ordinal, tokens.scopes, families.grant_id, grants.client_id, clients.metadata_url,
                   clients.audience, clients.scopes as client_scopes, grants.member_id, members.roles, members.name,
                   members.picture_file_id, accounts.email, accounts.email_verified_at is not null as email_verified,
                   tokens.expires_at, families.authenticated_at, families.amr,
                   tokens.kind = 'access' and ${isLive} as is_live
              from requested
              ${tokenRows(sql`join`)}
            offset 0) as found
     where is_live`,
  ["expiresAt", "authenticatedAt"],
);
