import { batch } from "#database/statements/batch.ts";
import { type Sql, sql } from "#database/statements/sql.ts";
import type { Context } from "#domain/platform/context.ts";
import { newId } from "#domain/platform/ids.ts";
import { digest } from "#lib/secrets/secret.ts";
import type { Client } from "./clients/client.ts";
import { requestsOfClients } from "./clients/queries.ts";

/** The token that was found. It is revoked only if it belongs to the client. */
interface Found {
  owner: string;
}

/**
 * Revokes a token of this client and writes the audit entry, in one statement: an access token alone, a refresh token
 * with its whole family (RFC 7009 §2.1). Returns the owner of the token; undefined if there is no such token, or the
 * client has changed.
 */
export function revokeToken(context: Context, token: string, client: Client): Promise<Found | undefined> {
  const { db, site, now, requestId, address } = context;
  return db.together(token.startsWith("lrt_") ? endedFamilies : droppedTokens, {
    siteId: site.id,
    clientId: client.id,
    clientVersion: client.version,
    now,
    digest: digest(token),
    entryId: newId(),
    address,
    requestId,
  });
}

interface RevocationRequest {
  siteId: string;
  clientId: string;
  clientVersion: number;
  now: Date;
  digest: Buffer;
  /** The id of the audit entry. */
  entryId: string;
  address: string | null;
  requestId: string | null;
}

const found = sql`
  found as (
    select *
      from (select requested.*, tokens.family_id, grants.client_id as owner, grants.member_id
              from ${requestsOfClients}
              join tokens on tokens.site_id = requested.site_id and tokens.digest = requested.digest
              join families on families.site_id = tokens.site_id and families.id = tokens.family_id
              join grants on grants.site_id = families.site_id and grants.id = families.grant_id
            offset 0) as joined
     where is_unchanged
  )`;

const entry = (ended: Sql, details: Sql) => sql`
  entry as (
    insert into audit_entries
           (site_id, id, action, actor_kind, member_id, client_id, details, address, request_id, created_at)
    select site_id, entry_id, 'revokeToken', 'client', member_id, client_id, ${details}::jsonb, address, request_id, now
      from ${ended}
  )`;

const revocationRequest = {
  siteId: "uuid",
  clientId: "uuid",
  clientVersion: "integer",
  now: "timestamptz",
  digest: "bytea",
  entryId: "uuid",
  address: "text",
  requestId: "text",
} as const;

const endedFamilies = batch<RevocationRequest, Found>(
  revocationRequest,
  (requested) => sql`
    with ${requested}, ${found}, ended as (
      update families set revoked_at = found.now
        from found
       where families.site_id = found.site_id and families.id = found.family_id and found.owner = found.client_id
         and families.revoked_at is null
      returning found.*
    ), ${entry(sql`ended`, sql`'{"kind": "refresh"}'`)}
    select ordinal, owner from found`,
  ({ digest }) => digest.toString("latin1"),
);

const droppedTokens = batch<RevocationRequest, Found>(
  revocationRequest,
  (requested) => sql`
    with ${requested}, ${found}, dropped as (
      delete from tokens
       using found
       where tokens.site_id = found.site_id and tokens.digest = found.digest and tokens.kind = 'access'
         and found.owner = found.client_id
      returning found.*
    ), ${entry(sql`dropped`, sql`'{"kind": "access"}'`)}
    select ordinal, owner from found`,
  ({ digest }) => digest.toString("latin1"),
);
