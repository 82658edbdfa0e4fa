import type { Context } from "#domain/context.ts";
import { newId } from "#domain/ids.ts";
import { digest } from "#lib/secret.ts";
import type { Client } from "./client.ts";
import { stillHolds } from "./clients.ts";

interface Revoked {
  owner: string | null;
}

/**
 * Ends a token of this client, in one statement with its audit entry: an access token alone, a refresh token with its
 * whole family (RFC 7009 §2.1). Undefined where the client no longer holds; else whose token it was, null where
 * there is none.
 */
export async function revokeToken(context: Context, token: string, client: Client): Promise<Revoked | undefined> {
  const { db, site, now, requestId, address } = context;
  const revoked = await db.first<Revoked>`
    with found as (
      select tokens.digest, tokens.kind, families.id as family_id, grants.client_id, grants.member_id
        from tokens
        join families on families.site_id = tokens.site_id and families.id = tokens.family_id
        join grants on grants.site_id = families.site_id and grants.id = families.grant_id
       where tokens.site_id = ${site.id} and tokens.digest = ${digest(token)} and ${stillHolds(context, client)}
    ), mine as (
      select * from found where client_id = ${client.id}
    ), ended as (
      update families set revoked_at = ${now}
        from mine
       where families.site_id = ${site.id} and families.id = mine.family_id and mine.kind = 'refresh'
         and families.revoked_at is null
      returning mine.member_id
    ), dropped as (
      delete from tokens
       using mine
       where tokens.site_id = ${site.id} and tokens.digest = mine.digest and mine.kind = 'access'
      returning mine.member_id
    ), entry as (
      insert into audit_entries (site_id, id, action, actor_kind, member_id, client_id, details, address, request_id, created_at)
      select ${site.id}, ${newId()}::uuid, 'revokeToken', 'client', gone.member_id, ${client.id}::uuid,
             jsonb_build_object('kind', gone.kind), ${address}, ${requestId}, ${now}
        from (select member_id, 'refresh' as kind from ended union all select member_id, 'access' from dropped) as gone
    )
    select (select client_id from found) as owner where ${stillHolds(context, client)}`;
  return revoked;
}
