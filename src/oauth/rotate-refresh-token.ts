import type { Scope } from "#access/scopes.ts";
import { writingBatch } from "#database/batch.ts";
import { sql } from "#database/sql.ts";
import type { Context } from "#domain/platform/context.ts";
import type { Site } from "#domain/site/sites/site.ts";
import type { Client } from "./clients/client.ts";
import { requestsOfClients } from "./clients/queries.ts";
import { type StoredPair, storedPair, type TokenPair } from "./token-pair.ts";

interface Rotation {
  refreshDigest: Buffer;
  /** The scopes of the new access token; null keeps all (RFC 6749 §6). */
  scopes: Scope[] | null;
}

/**
 * Spends a refresh token and stores its successors, in one statement. If any check fails (another client, wider
 * scopes, a revoked family, a member without a role), the token is not spent. The new refresh token keeps all scopes.
 */
export async function rotateRefreshToken(context: Context, client: Client, rotation: Rotation, pair: TokenPair) {
  const { db, site, now } = context;
  const rotated = await db.together(rotations, {
    siteId: site.id,
    clientId: client.id,
    clientVersion: client.version,
    now,
    digest: rotation.refreshDigest,
    spentAfter: graceFrom(site, now),
    narrowed: rotation.scopes,
    ...pair,
  });
  if (rotated?.outlived) await keepFamily(context, rotated.familyId, pair.refreshExpiresAt);
  return rotated;
}

interface RotationRequest extends StoredPair {
  siteId: string;
  clientId: string;
  clientVersion: number;
  now: Date;
  digest: Buffer;
  /** A token spent after this time is accepted once more (grace period); null disables the grace period. */
  spentAfter: Date | null;
  narrowed: Scope[] | null;
}

const rotations = writingBatch<RotationRequest, { scopes: Scope[]; familyId: string; outlived: boolean }>(
  {
    siteId: "uuid",
    clientId: "uuid",
    clientVersion: "integer",
    now: "timestamptz",
    digest: "bytea",
    spentAfter: "timestamptz",
    narrowed: "text[]",
    ...storedPair,
  },
  (requested) => sql`
    with ${requested}, found as (
      -- Joins by keys alone, conditions above (see tokenRows).
      select *
        from (select requested.*, tokens.family_id, tokens.scopes,
                     families.expires_at < requested.refresh_expires_at as outlived,
                     tokens.kind = 'refresh' and tokens.expires_at > requested.now
                     and (requested.narrowed is null or tokens.scopes @> requested.narrowed)
                     and families.revoked_at is null
                     and grants.client_id = requested.client_id and grants.revoked_at is null and requested.is_unchanged
                     and members.status = 'active' and members.roles <> '{}' as is_accepted
                from ${requestsOfClients}
                join tokens on tokens.site_id = requested.site_id and tokens.digest = requested.digest
                join families on families.site_id = tokens.site_id and families.id = tokens.family_id
                join grants on grants.site_id = families.site_id and grants.id = families.grant_id
                join members on members.site_id = grants.site_id and members.id = grants.member_id
              offset 0) as joined
       where is_accepted
    ), spent as (
      update tokens set spent_at = coalesce(tokens.spent_at, found.now)
        from found
       where tokens.site_id = found.site_id and tokens.digest = found.digest
         and (tokens.spent_at is null or tokens.spent_at > found.spent_after)
      returning found.*
    ), pair as (
      insert into tokens (site_id, digest, family_id, kind, scopes, created_at, expires_at)
      select site_id, token.digest, family_id, token.kind, token.scopes, now, token.expires_at
        from spent,
             lateral (values (access_digest, 'access', coalesce(narrowed, scopes), access_expires_at),
                             (refresh_digest, 'refresh', scopes, refresh_expires_at))
               as token (digest, kind, scopes, expires_at)
    ), answers as (
      select ordinal, coalesce(narrowed, scopes) as scopes, family_id, outlived from spent
    )
    select * from answers`,
  ({ digest }) => digest.toString("latin1"),
);

/**
 * Extends the family's retention by a week beyond the need, so that this is written once a week, not at every
 * rotation.
 */
async function keepFamily({ db, site }: Context, familyId: string, refreshExpiresAt: Date): Promise<void> {
  const expiresAt = new Date(refreshExpiresAt.getTime() + 7 * 86_400_000);
  await db.run`update families set expires_at = ${expiresAt} where site_id = ${site.id} and id = ${familyId}`;
}

/** Null if the site has no grace period: then no clock error can make a spent token valid. */
const graceFrom = (site: Site, now: Date): Date | null =>
  site.settings.refreshTokenGrace === 0 ? null : new Date(now.getTime() - site.settings.refreshTokenGrace * 1000);

interface RefusedToken {
  familyId: string;
  clientId: string;
  /** Used before, and outside the grace period of the site. */
  replayed: boolean;
  revoked: boolean;
  expired: boolean;
  scopes: Scope[];
}

/** Finds the reason for a rejected refresh token. Called only after the rejection. */
export function findRefusedToken({ db, site, now }: Context, refreshDigest: Buffer) {
  return db.first<RefusedToken>`
    select tokens.family_id, grants.client_id, tokens.scopes,
           tokens.spent_at is not null and (tokens.spent_at > ${graceFrom(site, now)}) is not true as replayed,
           coalesce(families.revoked_at, grants.revoked_at) is not null as revoked, tokens.expires_at <= ${now} as expired
      from tokens
      join families on families.site_id = tokens.site_id and families.id = tokens.family_id
      join grants on grants.site_id = families.site_id and grants.id = families.grant_id
     where tokens.site_id = ${site.id} and tokens.digest = ${refreshDigest} and tokens.kind = 'refresh'`;
}
