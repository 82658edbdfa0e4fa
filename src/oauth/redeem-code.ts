import type { Role } from "#access/roles.ts";
import type { Scope } from "#access/scopes.ts";
import { writingBatch } from "#database/statements/batch.ts";
import { sql } from "#database/statements/sql.ts";
import type { StoredMethods } from "#access/authentication-methods.ts";
import type { Context } from "#domain/platform/context.ts";
import type { Client } from "./clients/client.ts";
import { requestsOfClients } from "./clients/queries.ts";
import { type StoredPair, storedPair, type TokenPair } from "./token-pair.ts";

/** Values that the exchange must repeat from the authorization request. */
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
  /** Null if the code is from a process that did not record methods. */
  amr: StoredMethods | null;
  roles: Role[];
  name: string | null;
  pictureFileId: string | null;
  email: string;
  emailVerified: boolean;
}

/**
 * Redeems a code for an unchanged client, in one statement. It spends the code by its digest alone and stores tokens
 * only if every check passes. A wrong guess therefore burns the code, and of two concurrent exchanges only one
 * succeeds.
 */
export function redeemCode(
  { db, site, now }: Context,
  client: Client,
  { codeDigest, ...redemption }: Redemption,
  pair: TokenPair,
): Promise<Redeemed | undefined> {
  return db.together(redemptions, {
    siteId: site.id,
    clientId: client.id,
    clientVersion: client.version,
    now,
    digest: codeDigest,
    ...redemption,
    ...pair,
  });
}

interface RedemptionRequest extends Omit<Redemption, "codeDigest">, StoredPair {
  siteId: string;
  clientId: string;
  clientVersion: number;
  now: Date;
  digest: Buffer;
}

const redemptions = writingBatch<RedemptionRequest, Redeemed>(
  {
    siteId: "uuid",
    clientId: "uuid",
    clientVersion: "integer",
    now: "timestamptz",
    digest: "bytea",
    redirectUri: "text",
    challenge: "text",
    resourceNamed: "boolean",
    ...storedPair,
  },
  (requested) => sql`
    with ${requested}, redemptions as (
      select * from ${requestsOfClients}
    ), code as (
      update authorization_codes set spent_at = redemptions.now
        from redemptions
       where authorization_codes.site_id = redemptions.site_id and authorization_codes.digest = redemptions.digest
         and authorization_codes.spent_at is null and redemptions.is_unchanged
      returning redemptions.*, authorization_codes.grant_id, authorization_codes.family_id, authorization_codes.scopes,
                authorization_codes.nonce, authorization_codes.auth_time, authorization_codes.amr,
                authorization_codes.authenticated_at, authorization_codes.session_id,
                authorization_codes.expires_at > redemptions.now
                and authorization_codes.client_id = redemptions.client_id
                and (authorization_codes.redirect_uri = redemptions.redirect_uri
                     or (redemptions.redirect_uri is null and not authorization_codes.redirect_uri_named))
                and authorization_codes.code_challenge = redemptions.challenge
                and (not authorization_codes.resource_named or redemptions.resource_named) as fits
    ), session as (
      -- Locked, so that a logout at its provider either ends the session before, or finds the family.
      select code.ordinal, sessions.identity_provider_id, sessions.provider_session, sessions.revoked_at
        from code
        join sessions on sessions.site_id = code.site_id and sessions.id = code.session_id
         for share of sessions
    ), sound as (
      -- Joins by keys alone, conditions above (see tokenRows).
      select *
        from (select code.*, session.identity_provider_id, session.provider_session, grants.member_id, members.roles,
                     members.name, members.picture_file_id, accounts.email,
                     accounts.email_verified_at is not null as email_verified,
                     code.fits and grants.revoked_at is null and session.revoked_at is null
                     and members.status = 'active' and members.roles <> '{}' as is_sound
                from code
                join grants on grants.site_id = code.site_id and grants.id = code.grant_id
                join members on members.site_id = grants.site_id and members.id = grants.member_id
                join accounts on accounts.id = members.account_id
                left join session on session.ordinal = code.ordinal
              offset 0) as joined
       where is_sound
    ), family as (
      insert into families
        (site_id, id, grant_id, identity_provider_id, provider_session, authenticated_at, amr, created_at, expires_at)
      select site_id, family_id, grant_id, identity_provider_id, provider_session, authenticated_at, amr, now,
             refresh_expires_at
        from sound
    ), pair as (
      insert into tokens (site_id, digest, family_id, kind, scopes, created_at, expires_at)
      select site_id, token.digest, family_id, token.kind, scopes, now, token.expires_at
        from sound,
             lateral (values (access_digest, 'access', access_expires_at),
                             (refresh_digest, 'refresh', refresh_expires_at))
               as token (digest, kind, expires_at)
    ), answers as (
      select ordinal, member_id, scopes, nonce, auth_time, amr, roles, name, picture_file_id, email, email_verified
        from sound
    )`,
  ({ digest }) => digest.toString("latin1"),
  ["authTime"],
);

interface SpentCode {
  familyId: string;
  clientId: string;
  redirectUri: string;
  redirectUriNamed: boolean;
  codeChallenge: string;
  resourceNamed: boolean;
  /** True if an earlier exchange succeeded and created a family. */
  redeemed: boolean;
}

/** Finds the reason for a rejected code. Called only after the rejection. */
export function findSpentCode({ db, site }: Context, codeDigest: Buffer) {
  return db.first<SpentCode>`
    select family_id, codes.client_id, redirect_uri, redirect_uri_named, code_challenge, resource_named,
           families.id is not null as redeemed
      from authorization_codes codes
      left join families on families.site_id = codes.site_id and families.id = codes.family_id
     where codes.site_id = ${site.id} and codes.digest = ${codeDigest}`;
}
