import type { Authentication, StoredMethods } from "#access/authentication-methods.ts";
import type { Scope } from "#access/scopes.ts";
import { type Sql, sql } from "#database/statements/sql.ts";
import { isInForce } from "./clients/queries.ts";

/**
 * Joins each requested token with its family, grant, client, member and account, by their keys alone. Conditions
 * belong one level above, behind `offset 0`: without statistics, the planner takes an index on `(site_id, status)` for
 * as selective as the key, and reads the whole site.
 */
export const tokenRows = (join: Sql): Sql => sql`
  ${join} tokens on tokens.site_id = requested.site_id and tokens.digest = requested.digest
  ${join} families on families.site_id = tokens.site_id and families.id = tokens.family_id
  ${join} grants on grants.site_id = families.site_id and grants.id = families.grant_id
  ${join} clients on clients.site_id = grants.site_id and clients.id = grants.client_id
  ${join} members on members.site_id = grants.site_id and members.id = grants.member_id
  ${join} accounts on accounts.id = members.account_id`;

/** The condition for tokens that are valid now: nothing revoked, the client in force, the member with a role. */
export const isLive = sql`
  tokens.expires_at > requested.now and families.revoked_at is null and grants.revoked_at is null
  and ${isInForce} and members.status = 'active' and members.roles <> '{}'`;

/** The token's scopes that the client may still hold; an operator may have removed some. */
export const currentScopes = (token: { scopes: Scope[]; clientScopes: Scope[] | null }): Scope[] => {
  const { scopes, clientScopes } = token;
  return clientScopes === null ? scopes : scopes.filter((scope) => clientScopes.includes(scope));
};

/** Authentication of the person of a token family. Null for API keys, and if it was not recorded. */
export interface FamilyAuthentication {
  authenticatedAt: Date | null;
  amr: StoredMethods | null;
}

export const authenticationOf = ({ authenticatedAt, amr }: FamilyAuthentication): Authentication | undefined =>
  authenticatedAt === null || amr === null || amr.length === 0 ? undefined : { authenticatedAt, amr };
