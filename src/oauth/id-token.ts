import type { Site } from "#domain/platform/site/site.ts";
import { digest } from "#lib/secrets/secret.ts";
import { signJwt } from "#lib/secrets/sign-jwt.ts";
import type { StoredMethods } from "#access/authentication-methods.ts";
import type { Claims } from "./claims.ts";
import type { Signer } from "#oauth/signer.ts";
import { type Acr, acrOf } from "#access/authentication-classes.ts";

/** Contract §8: ten minutes. */
export const idTokenLifetime = 600;

export interface IdTokenContent {
  /** The public `client_id`. */
  audience: string;
  claims: Claims;
  nonce: string | null;
  authTime: Date | null;
  amr: StoredMethods | null;
  accessToken: string;
}

/** Returns an ID token (OpenID Connect Core §2). */
export function signIdToken(site: Site, signer: Signer, content: IdTokenContent, now: Date): string {
  const issuedAt = Math.floor(now.getTime() / 1000);
  const claims = {
    iss: site.origin,
    aud: content.audience,
    iat: issuedAt,
    exp: issuedAt + idTokenLifetime,
    ...(content.authTime && { auth_time: Math.floor(content.authTime.getTime() / 1000) }),
    ...authenticationClaims(content.amr),
    ...(content.nonce !== null && { nonce: content.nonce }),
    at_hash: accessTokenHash(content.accessToken),
    ...content.claims,
  };
  return signJwt(signer.privateKey, { typ: "JWT", kid: signer.kid }, claims);
}

/** OpenID Connect Core §3.1.3.6: the left half of the hash. */
const accessTokenHash = (token: string) => digest(token).subarray(0, 16).toString("base64url");

/** OpenID Connect Core §2. */
interface AuthenticationClaims {
  acr?: Acr;
  amr?: StoredMethods;
}

/** Claims about an authentication. None for sessions from before methods were recorded. */
const authenticationClaims = (methods: StoredMethods | null): AuthenticationClaims =>
  methods === null || methods.length === 0 ? {} : { acr: acrOf(methods), amr: methods };
