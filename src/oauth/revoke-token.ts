import type { Context } from "#domain/context.ts";
import { newId } from "#domain/ids.ts";
import { digest } from "#lib/secret.ts";
import type { Client } from "./clients/client.ts";
import { stillHolds } from "./clients/queries.ts";

/** A token that was found: revoked where it is the client's own. */
interface Found {
  owner: string;
}

/**
 * Ends a token of this client, in one statement with its audit entry: an access token alone, a refresh token with its
 * whole family (RFC 7009 §2.1). Answers whose token it was; undefined where there is none, or the client no longer holds.
 */
export function revokeToken(context: Context, token: string, client: Client): Promise<Found | undefined> {
  return token.startsWith("lrt_") ? endFamily(context, token, client) : dropAccessToken(context, token, client);
}

function endFamily(context: Context, token: string, client: Client): Promise<Found | undefined> {
  const { db, site, now, requestId, address } = context;
  return db.first<Found>`
    with found as (
      select families.id, grants.client_id, grants.member_id
        from tokens
        join families on families.site_id = tokens.site_id and families.id = tokens.family_id
        join grants on grants.site_id = families.site_id and grants.id = families.grant_id
       where tokens.site_id = ${site.id} and tokens.digest = ${digest(token)} and ${stillHolds(context, client)}
    ), ended as (
      update families set revoked_at = ${now}
        from found
       where families.site_id = ${site.id} and families.id = found.id and found.client_id = ${client.id}
         and families.revoked_at is null
      returning found.member_id
    ), entry as (
      insert into audit_entries
             (site_id, id, action, actor_kind, member_id, client_id, details, address, request_id, created_at)
      select ${site.id}, ${newId()}::uuid, 'revokeToken', 'client', member_id, ${client.id}::uuid,
             '{"kind": "refresh"}', ${address}, ${requestId}, ${now}
        from ended
    )
    select client_id as owner from found`;
}

function dropAccessToken(context: Context, token: string, client: Client): Promise<Found | undefined> {
  const { db, site, now, requestId, address } = context;
  return db.first<Found>`
    with found as (
      select tokens.digest, grants.client_id, grants.member_id
        from tokens
        join families on families.site_id = tokens.site_id and families.id = tokens.family_id
        join grants on grants.site_id = families.site_id and grants.id = families.grant_id
       where tokens.site_id = ${site.id} and tokens.digest = ${digest(token)} and ${stillHolds(context, client)}
    ), dropped as (
      delete from tokens
       using found
       where tokens.site_id = ${site.id} and tokens.digest = found.digest and tokens.kind = 'access'
         and found.client_id = ${client.id}
      returning found.member_id
    ), entry as (
      insert into audit_entries
             (site_id, id, action, actor_kind, member_id, client_id, details, address, request_id, created_at)
      select ${site.id}, ${newId()}::uuid, 'revokeToken', 'client', member_id, ${client.id}::uuid,
             '{"kind": "access"}', ${address}, ${requestId}, ${now}
        from dropped
    )
    select client_id as owner from found`;
}
