import type { Role } from "#access/roles.ts";
import type { Scope } from "#access/scopes.ts";
import { readingBatch } from "#database/statements/batch.ts";
import { sql } from "#database/statements/sql.ts";
import type { Context } from "#domain/platform/context.ts";
import { digest } from "#lib/secrets/secret.ts";
import type { Client } from "./clients/client.ts";
import { requestsOfClients } from "./clients/queries.ts";
import { isAdmitted } from "./metadata-documents/admitted-hosts.ts";
import { currentScopes, type FamilyAuthentication, isLive, tokenRows } from "./token-rows.ts";

/** A token of either kind that is valid now. */
export interface LiveToken extends FamilyAuthentication {
  kind: "access" | "refresh";
  scopes: Scope[];
  createdAt: Date;
  expiresAt: Date;
  clientId: string;
  metadataUrl: string | null;
  memberId: string;
  roles: Role[];
  email: string;
  emailVerified: boolean;
}

/** Introspects a token for its bearer. */
export async function findLiveToken({ db, site, now }: Context, token: string): Promise<LiveToken | undefined> {
  const found = await db.together(ownTokens, { siteId: site.id, digest: digest(token), now });
  return found && isAdmitted(site, found) ? withCurrentScopes(found) : undefined;
}

/**
 * Introspects a token for a client. Returns undefined if the client has changed; null if the token is invalid, or
 * belongs to another client and this one is not a resource server of the site.
 */
export async function findLiveTokenOf(
  { db, site, now }: Context,
  token: string,
  client: Client,
): Promise<{ token: LiveToken | null } | undefined> {
  const found = await db.together(tokensOfClients, {
    siteId: site.id,
    digest: digest(token),
    now,
    clientId: client.id,
    clientVersion: client.version,
    seesAll: client.introspectsAllTokens,
  });
  return found && { token: found.isVisible && isAdmitted(site, found) ? withCurrentScopes(found) : null };
}

/** A row of the statements below. */
interface FoundToken extends LiveToken {
  clientScopes: Scope[] | null;
}

const withCurrentScopes = (found: FoundToken): LiveToken => ({ ...found, scopes: currentScopes(found) });

const columns = sql`
  requested.ordinal, tokens.kind, tokens.scopes, clients.scopes as client_scopes, tokens.created_at, tokens.expires_at,
  families.authenticated_at, families.amr,
  grants.client_id, clients.metadata_url, grants.member_id, members.roles, accounts.email,
  accounts.email_verified_at is not null as email_verified`;

const ownTokens = readingBatch<{ siteId: string; digest: Buffer; now: Date }, FoundToken>(
  { siteId: "uuid", digest: "bytea", now: "timestamptz" },
  (requested) => sql`
    with ${requested}
    select *
      from (select ${columns}, tokens.spent_at is null and ${isLive} as is_live
              from requested
              ${tokenRows(sql`join`)}
            offset 0) as found
     where is_live`,
  ["createdAt", "expiresAt", "authenticatedAt"],
);

const tokensOfClients = readingBatch<
  { siteId: string; digest: Buffer; now: Date; clientId: string; clientVersion: number; seesAll: boolean },
  FoundToken & { isVisible: boolean | null }
>(
  {
    siteId: "uuid",
    digest: "bytea",
    now: "timestamptz",
    clientId: "uuid",
    clientVersion: "integer",
    seesAll: "boolean",
  },
  (requested) => sql`
    with ${requested}
    select *
      from (select ${columns}, requested.is_unchanged,
                   tokens.spent_at is null and ${isLive}
                   and (grants.client_id = requested.client_id or requested.sees_all) as is_visible
              from ${requestsOfClients}
              ${tokenRows(sql`left join`)}
            offset 0) as found
     where is_unchanged`,
  ["createdAt", "expiresAt", "authenticatedAt"],
);
