import { hasTwoFactors, resistsPhishing, type StoredMethods } from "./authentication-methods.ts";

/**
 * Authentication context classes, weakest first. `phr` is registered by OpenID Connect Extended Authentication Profile
 * ACR Values 1.0 §3.
 */
export const acrValues = ["urn:lectern:acr:one-factor", "urn:lectern:acr:two-factors", "phr"] as const;
export type Acr = (typeof acrValues)[number];

/** Returns the strongest class that an authentication satisfies. */
export function acrOf(methods: StoredMethods): Acr {
  if (resistsPhishing(methods)) return "phr";
  return hasTwoFactors(methods) ? "urn:lectern:acr:two-factors" : "urn:lectern:acr:one-factor";
}

/** Returns whether an authentication satisfies a class, which stronger classes do too. */
export const satisfies = (methods: StoredMethods, acr: Acr): boolean =>
  acrValues.indexOf(acrOf(methods)) >= acrValues.indexOf(acr);
