import { hasTwoFactors, resistsPhishing, type StoredMethods } from "#access/authentication-methods.ts";

/**
 * Authentication context classes, weakest first. `phr` is registered by OpenID Connect Extended Authentication Profile
 * ACR Values 1.0 §3.
 */
export const acrValues = ["urn:lectern:acr:one-factor", "urn:lectern:acr:two-factors", "phr"] as const;
export type Acr = (typeof acrValues)[number];

/** OpenID Connect Core §2. */
export interface AuthenticationClaims {
  acr?: Acr;
  amr?: StoredMethods;
}

/** Claims about an authentication. None for sessions from before methods were recorded. */
export const authenticationClaims = (methods: StoredMethods | null): AuthenticationClaims =>
  methods === null || methods.length === 0 ? {} : { acr: acrOf(methods), amr: methods };

/** Returns the strongest class that an authentication satisfies. */
export function acrOf(methods: StoredMethods): Acr {
  if (resistsPhishing(methods)) return "phr";
  return hasTwoFactors(methods) ? "urn:lectern:acr:two-factors" : "urn:lectern:acr:one-factor";
}
