import type { Role } from "#access/roles.ts";
import type { Scope } from "#access/scopes.ts";
import { batch } from "#database/batch.ts";
import { sql } from "#database/sql.ts";
import type { Context } from "#domain/platform/context.ts";
import { digest } from "#lib/secret.ts";
import type { Client } from "./clients/client.ts";
import { askerHolds, clientOfGrant, heldScopes } from "./clients/queries.ts";
import { isAdmitted } from "./metadata-documents/admitted-hosts.ts";

/** A token of either kind that is valid now. */
export interface LiveToken {
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
  return found && isAdmitted(site, found) ? found : undefined;
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
  return found && { token: found.clientId !== null && isAdmitted(site, found) ? found : null };
}

const columns = sql`
  tokens.kind, ${heldScopes} as scopes, tokens.created_at, tokens.expires_at, grants.client_id, clients.metadata_url,
  grants.member_id, members.roles, accounts.email, accounts.email_verified_at is not null as email_verified`;

const joins = sql`
  tokens
    join families on families.site_id = tokens.site_id and families.id = tokens.family_id
    join grants on grants.site_id = families.site_id and grants.id = families.grant_id
    ${clientOfGrant}
    join members on members.site_id = grants.site_id and members.id = grants.member_id
    join accounts on accounts.id = members.account_id`;

const isAskedAndLive = sql`
  tokens.site_id = requested.site_id and tokens.digest = requested.digest
  and tokens.expires_at > requested.now and tokens.spent_at is null
  and families.revoked_at is null and grants.revoked_at is null
  and members.status = 'active' and members.roles <> '{}'`;

const ownTokens = batch<{ siteId: string; digest: Buffer; now: Date }, LiveToken>(
  { siteId: "uuid", digest: "bytea", now: "timestamptz" },
  (requested) => sql`
    with ${requested}
    select requested.place, ${columns} from requested join (${joins}) on ${isAskedAndLive}`,
);

const tokensOfClients = batch<
  { siteId: string; digest: Buffer; now: Date; clientId: string; clientVersion: number; seesAll: boolean },
  LiveToken | { clientId: null }
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
    select requested.place, ${columns}
      from requested
      left join (${joins}) on ${isAskedAndLive} and (grants.client_id = requested.client_id or requested.sees_all)
     -- Where the token is its own, the client that asks has been read with it.
     where case when grants.client_id = requested.client_id then clients.version = requested.client_version
                else ${askerHolds} end`,
);
