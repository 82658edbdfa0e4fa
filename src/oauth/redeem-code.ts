import type { Role } from "#access/roles.ts";
import type { Scope } from "#access/scopes.ts";
import type { Context } from "#domain/context.ts";
import type { Client } from "./clients/client.ts";
import { stillHolds } from "./clients/queries.ts";
import type { TokenPair } from "./token-pair.ts";

/** What an exchange must repeat of the authorization request. */
export interface Redemption {
  codeDigest: Buffer;
  redirectUri: string | null;
  challenge: string;
  resourceNamed: boolean;
}

export interface Redeemed {
  memberId: string;
  scopes: Scope[];
  nonce: string | null;
  authTime: Date | null;
  roles: Role[];
  name: string | null;
  pictureUrl: string | null;
  email: string;
  emailVerified: boolean;
}

/**
 * One statement, for a client that still holds: it spends the code by its digest alone and stores the tokens only where
 * every check holds, so that a wrong guess burns the code and two simultaneous exchanges have one winner.
 */
export function redeemCode(context: Context, client: Client, redemption: Redemption, pair: TokenPair) {
  const { db, site, now } = context;
  const { codeDigest, redirectUri, challenge, resourceNamed } = redemption;
  return db.first<Redeemed>`
    with code as (
      update authorization_codes set spent_at = ${now}
       where site_id = ${site.id} and digest = ${codeDigest} and spent_at is null and ${stillHolds(context, client)}
      returning grant_id, family_id, client_id, redirect_uri, redirect_uri_named, scopes, code_challenge,
                resource_named, nonce, auth_time, expires_at
    ), sound as (
      select code.grant_id, code.family_id, code.scopes, code.nonce, code.auth_time, grants.member_id,
             members.roles, members.name, members.picture_url, accounts.email,
             accounts.email_verified_at is not null as email_verified
        from code
        join grants on grants.site_id = ${site.id} and grants.id = code.grant_id and grants.revoked_at is null
        join members on members.site_id = ${site.id} and members.id = grants.member_id
        join accounts on accounts.id = members.account_id
       where code.expires_at > ${now} and code.client_id = ${client.id}
         and (code.redirect_uri = ${redirectUri}::text or (${redirectUri}::text is null and not code.redirect_uri_named))
         and code.code_challenge = ${challenge}
         and (not code.resource_named or ${resourceNamed}::boolean)
         and members.status = 'active' and members.roles <> '{}'
    ), family as (
      insert into families (site_id, id, grant_id, created_at, expires_at)
      select ${site.id}, family_id, grant_id, ${now}, ${pair.refreshExpiresAt} from sound
    ), pair as (
      insert into tokens (site_id, digest, family_id, kind, scopes, created_at, expires_at)
      select ${site.id}, token.digest, family_id, token.kind, scopes, ${now}, token.expires_at
        from sound,
             (values (${pair.accessDigest}::bytea, 'access', ${pair.accessExpiresAt}::timestamptz),
                     (${pair.refreshDigest}::bytea, 'refresh', ${pair.refreshExpiresAt}::timestamptz))
               as token (digest, kind, expires_at)
    )
    select member_id, scopes, nonce, auth_time, roles, name, picture_url, email, email_verified from sound`;
}

interface SpentCode {
  familyId: string;
  clientId: string;
  redirectUri: string;
  redirectUriNamed: boolean;
  codeChallenge: string;
  resourceNamed: boolean;
  /** A family exists where an earlier exchange succeeded. */
  redeemed: boolean;
}

/** Why a code was refused: read only after it was. */
export function findSpentCode({ db, site }: Context, codeDigest: Buffer) {
  return db.first<SpentCode>`
    select family_id, codes.client_id, redirect_uri, redirect_uri_named, code_challenge, resource_named,
           families.id is not null as redeemed
      from authorization_codes codes
      left join families on families.site_id = codes.site_id and families.id = codes.family_id
     where codes.site_id = ${site.id} and codes.digest = ${codeDigest}`;
}
