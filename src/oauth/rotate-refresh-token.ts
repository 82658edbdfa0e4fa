import type { Scope } from "#access/scopes.ts";
import type { Context, RequestContext } from "#domain/platform/context.ts";
import type { Site } from "#domain/platform/site/site.ts";
import type { Client } from "./clients/client.ts";
import { rotations } from "./refresh-rotations.ts";
import { rotateRival } from "./rotate-rival.ts";
import type { TokenPair } from "./token-pair.ts";

interface Rotation {
  refreshDigest: Buffer;
  /** The scopes of the new access token; null keeps all (RFC 6749 §6). */
  scopes: Scope[] | null;
}

/**
 * Spends a refresh token and stores its successors, in one statement. If any check fails (another client, wider
 * scopes, a revoked family, a member without a role), the token is not spent. The new refresh token keeps all scopes.
 * Within the grace period, a token is used again and gets further successors, of which one may be used
 * (`rotate-rival.ts`).
 */
export async function rotateRefreshToken(context: RequestContext, client: Client, rotation: Rotation, pair: TokenPair) {
  const { db, site, now } = context;
  const requested = {
    siteId: site.id,
    clientId: client.id,
    clientVersion: client.version,
    now,
    digest: rotation.refreshDigest,
    spentAfter: graceFrom(site, now),
    narrowed: rotation.scopes,
    rivalsOf: null,
    ...pair,
  };
  const rotated = (await db.together(rotations, requested)) ?? (await rotateRival(context, requested));
  if (rotated?.outlived) await keepFamily(context, rotated.familyId, pair.refreshExpiresAt);
  return rotated;
}

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
  spent: boolean;
  /** Used before, and outside the grace period of the site, or after one of its successors or rivals was used. */
  replayed: boolean;
  revoked: boolean;
  expired: boolean;
  scopes: Scope[];
}

/** Finds the reason for a rejected refresh token. Called only after the rejection. */
export function findRefusedToken({ db, site, now }: Context, refreshDigest: Buffer) {
  return db.first<RefusedToken>`
    select tokens.family_id, grants.client_id, tokens.scopes,
           tokens.spent_at is not null as spent,
           tokens.spent_at is not null
           and ((tokens.spent_at > ${graceFrom(site, now)}) is not true or tokens.successors = '{}'
                or exists (select from tokens as successors
                            where successors.site_id = tokens.site_id and successors.digest = any(tokens.successors)
                              and successors.kind = 'refresh' and successors.spent_at is not null)) as replayed,
           coalesce(families.revoked_at, grants.revoked_at) is not null as revoked, tokens.expires_at <= ${now} as expired
      from tokens
      join families on families.site_id = tokens.site_id and families.id = tokens.family_id
      join grants on grants.site_id = families.site_id and grants.id = families.grant_id
     where tokens.site_id = ${site.id} and tokens.digest = ${refreshDigest} and tokens.kind = 'refresh'`;
}
