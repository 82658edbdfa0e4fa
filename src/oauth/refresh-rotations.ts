import type { Scope } from "#access/scopes.ts";
import { writingBatch } from "#database/statements/batch.ts";
import { sql } from "#database/statements/sql.ts";
import { requestsOfClients } from "./clients/queries.ts";
import { type StoredPair, storedPair } from "./token-pair.ts";

export interface RotationRequest extends StoredPair {
  siteId: string;
  clientId: string;
  clientVersion: number;
  now: Date;
  digest: Buffer;
  /** A token spent after this time is accepted again (grace period); null disables the grace period. */
  spentAfter: Date | null;
  narrowed: Scope[] | null;
  /** The token that the caller has locked: this one if it is used again, or the one that it has in common with others. */
  rivalsOf: Buffer | null;
}

export interface Rotated {
  scopes: Scope[];
  familyId: string;
  outlived: boolean;
}

/** The statement that spends refresh tokens and stores their successors, each if every check holds. */
export const rotations = writingBatch<RotationRequest, Rotated>(
  {
    siteId: "uuid",
    clientId: "uuid",
    clientVersion: "integer",
    now: "timestamptz",
    digest: "bytea",
    spentAfter: "timestamptz",
    narrowed: "text[]",
    rivalsOf: "bytea",
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
      update tokens
         set spent_at = coalesce(tokens.spent_at, found.now),
             successors = coalesce(tokens.successors, '{}') || array[found.access_digest, found.refresh_digest]
        from found
       where tokens.site_id = found.site_id and tokens.digest = found.digest
         and (tokens.spent_at is null and tokens.rival_of is not distinct from found.rivals_of
              or tokens.spent_at > found.spent_after and tokens.digest = found.rivals_of)
      returning found.*
    ), pair as (
      insert into tokens (site_id, digest, family_id, kind, scopes, created_at, expires_at, rival_of)
      select site_id, token.digest, family_id, token.kind, token.scopes, now, token.expires_at, token.rival_of
        from spent,
             lateral (values (access_digest, 'access', coalesce(narrowed, scopes), access_expires_at, null),
                             (refresh_digest, 'refresh', scopes, refresh_expires_at,
                              case when rivals_of = spent.digest then rivals_of end))
               as token (digest, kind, scopes, expires_at, rival_of)
    ), answers as (
      select ordinal, coalesce(narrowed, scopes) as scopes, family_id, outlived from spent
    )`,
  ({ digest }) => digest.toString("latin1"),
);
