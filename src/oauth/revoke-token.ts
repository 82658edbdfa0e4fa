import type { Context } from "#domain/context.ts";
import { newId } from "#domain/ids.ts";
import { digest } from "#lib/secret.ts";

/**
 * Ends a token of this client, in one statement with its audit entry: an access token alone, a refresh token with its
 * whole family (RFC 7009 §2.1). Answers whose token it is, or undefined where there is none.
 */
export async function revokeToken(context: Context, token: string, clientId: string): Promise<string | undefined> {
  const { db, site, now, requestId, address } = context;
  const found = await db.first<{ clientId: string }>`
    with found as (
      select tokens.digest, tokens.kind, families.id as family_id, families.client_id, families.member_id
        from tokens
        join families on families.site_id = tokens.site_id and families.id = tokens.family_id
       where tokens.site_id = ${site.id} and tokens.digest = ${digest(token)}
    ), mine as (
      select * from found where client_id = ${clientId}
    ), ended as (
      update families set revoked_at = ${now}
        from mine
       where families.site_id = ${site.id} and families.id = mine.family_id and mine.kind = 'refresh'
         and families.revoked_at is null
      returning families.member_id
    ), dropped as (
      delete from tokens
       using mine
       where tokens.site_id = ${site.id} and tokens.digest = mine.digest and mine.kind = 'access'
      returning mine.member_id
    ), entry as (
      insert into audit_entries (site_id, id, action, actor_kind, member_id, client_id, details, address, request_id, created_at)
      select ${site.id}, ${newId()}::uuid, 'revokeToken', 'client', gone.member_id, ${clientId}::uuid,
             jsonb_build_object('kind', gone.kind), ${address}, ${requestId}, ${now}
        from (select member_id, 'refresh' as kind from ended union all select member_id, 'access' from dropped) as gone
    )
    select client_id from found`;
  return found?.clientId;
}
