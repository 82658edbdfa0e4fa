import type { Site } from "#domain/platform/site/site.ts";
import { digest, newSecret } from "#lib/secrets/secret.ts";

/** A new access and refresh token, not yet stored. */
export interface TokenPair extends StoredPair {
  access: string;
  refresh: string;
}

export interface StoredPair {
  accessDigest: Buffer;
  refreshDigest: Buffer;
  accessExpiresAt: Date;
  refreshExpiresAt: Date;
}

/** Column types for batch statements. */
export const storedPair = {
  accessDigest: "bytea",
  refreshDigest: "bytea",
  accessExpiresAt: "timestamptz",
  refreshExpiresAt: "timestamptz",
} as const;

export function newTokenPair(site: Site, now: Date): TokenPair {
  const [access, refresh] = [newSecret("lat"), newSecret("lrt")];
  const after = (seconds: number) => new Date(now.getTime() + seconds * 1000);
  return {
    access,
    refresh,
    accessDigest: digest(access),
    refreshDigest: digest(refresh),
    accessExpiresAt: after(site.settings.accessTokenLifetime),
    refreshExpiresAt: after(site.settings.refreshTokenLifetime),
  };
}
