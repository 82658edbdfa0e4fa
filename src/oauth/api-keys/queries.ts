import { rows, sql } from "#database/statements/sql.ts";
import type { Scope } from "#access/scopes.ts";
import { personOf } from "#domain/platform/joined-person.ts";
import type { Context, SiteScope } from "#domain/platform/context.ts";
import { listing } from "#domain/platform/listing/listing.ts";
import { digest } from "#lib/secrets/secret.ts";
import { type ApiKey } from "./api-key.ts";
import { endingOf } from "./key-text.ts";

/** A row before its status is known. */
export interface ApiKeyRow extends Omit<ApiKey, "status"> {
  isInForce: boolean;
}

export const apiKeys = listing<ApiKeyRow>({
  kind: "apiKey",
  table: sql`api_keys`,
  columns: sql`
    api_keys.id, api_keys.name, api_keys.member_id, api_keys.ending, api_keys.scopes, api_keys.created_at,
    api_keys.expires_at, api_keys.revoked_at, api_keys.last_used_at, api_keys.last_used_address,
    person.name as member_name, person.email as member_email,
    (select grants.revoked_at is null and families.revoked_at is null
       from grants
       join families on families.site_id = grants.site_id and families.id = grants.id
      where grants.site_id = api_keys.site_id and grants.id = api_keys.id) is not false as is_in_force`,
  joins: personOf(sql`api_keys`),
  sorts: { createdAt: "timestamptz" },
  defaultSort: "-createdAt",
  filters: {},
  keepsDeleted: false,
});

export const withStatus = ({ isInForce, ...row }: ApiKeyRow, now: Date): ApiKey => ({
  ...row,
  status: row.revokedAt !== null ? "revoked" : row.expiresAt <= now ? "expired" : isInForce ? "active" : "revoked",
});

/** Includes revoked and expired keys. */
export const apiKeyExists = async ({ db, site }: SiteScope, id: string): Promise<boolean> =>
  (await db.first`select from api_keys where site_id = ${site.id} and id = ${id}`) !== undefined;

/** Counts the keys that are neither revoked nor expired. */
export const countValidKeys = async ({ db, site, now }: Context): Promise<number> =>
  (
    await db.one<{ count: number }>`
      select count(*)::integer as count from api_keys
       where site_id = ${site.id} and revoked_at is null and expires_at > ${now}`
  ).count;

interface NewKey {
  id: string;
  memberId: string;
  name: string;
  scopes: readonly Scope[];
  key: string;
  expiresAt: Date;
}

/**
 * Stores a key with its client, grant, token family and token. Returns false if one of these has the id already. Requires
 * a transaction, which must be rolled back then.
 */
export async function insertKey({ db, site, now }: Context, newKey: NewKey): Promise<boolean> {
  const { id, memberId, name, scopes, key, expiresAt } = newKey;
  const siteId = site.id;
  const made = { id, createdAt: now };
  const client = {
    siteId,
    ...made,
    name,
    origin: "api_key",
    audience: "operator",
    tokenEndpointAuthMethod: "none",
    redirectUris: [],
    scopes,
    updatedAt: now,
  };
  const grant = { siteId, ...made, memberId, clientId: id, updatedAt: now };
  const family = { siteId, ...made, grantId: id, expiresAt };
  const token = { siteId, digest: digest(key), familyId: id, kind: "access", scopes, createdAt: now, expiresAt };
  const row = { siteId, ...made, memberId, name, ending: endingOf(key), scopes, expiresAt };
  if ((await db.run`insert into clients ${rows(client)} on conflict do nothing`) === 0) return false;
  if ((await db.run`insert into grants ${rows(grant)} on conflict do nothing`) === 0) return false;
  if ((await db.run`insert into families ${rows(family)} on conflict do nothing`) === 0) return false;
  await db.run`insert into tokens ${rows(token)}`;
  await db.run`insert into api_keys ${rows(row)}`;
  return true;
}

/** Revokes a key. Returns undefined if there is no such key, or it is revoked already. Requires a transaction. */
export async function revokeKey(
  { db, site, now }: Context,
  id: string,
): Promise<{ name: string; memberId: string } | undefined> {
  const revoked = await db.write.first<{ name: string; memberId: string }>`
    update api_keys set revoked_at = ${now}, expires_at = least(expires_at, ${now})
     where site_id = ${site.id} and id = ${id} and revoked_at is null
    returning name, member_id`;
  if (!revoked) return undefined;
  await db.run`update grants set revoked_at = ${now}, updated_at = ${now}
                where site_id = ${site.id} and id = ${id} and revoked_at is null`;
  await db.run`update clients set deleted_at = ${now}, updated_at = ${now}, version = version + 1
                where site_id = ${site.id} and id = ${id}`;
  return revoked;
}

/** Records the use of a key, unless a recent use is recorded. */
export const recordUse = (
  { db, site }: SiteScope,
  { id, now, since, address }: { id: string; now: Date; since: Date; address: string | null },
): Promise<number> =>
  db.run`
    update api_keys set last_used_at = ${now}, last_used_address = ${address}
     where site_id = ${site.id} and id = ${id} and (last_used_at is null or last_used_at < ${since})`;
