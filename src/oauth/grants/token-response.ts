import { formatScopes, type Scope } from "#access/scopes.ts";
import type { Site } from "#domain/platform/site/site.ts";
import type { TokenPair } from "../token-pair.ts";

/** RFC 6749 §5.1. `id_token` follows OpenID Connect Core §3.1.3.3, for the code exchange only. */
export interface TokenResponse {
  access_token: string;
  token_type: "Bearer";
  /** Seconds. */
  expires_in: number;
  refresh_token: string;
  scope: string;
  id_token?: string;
}

export const tokenResponse = (site: Site, pair: TokenPair, scopes: readonly Scope[]): TokenResponse => ({
  access_token: pair.access,
  token_type: "Bearer",
  expires_in: site.settings.accessTokenLifetime,
  refresh_token: pair.refresh,
  scope: formatScopes(scopes),
});
