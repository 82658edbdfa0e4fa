import { type Acr, acrOf } from "#access/authentication-classes.ts";
import type { StoredMethods } from "#access/authentication-methods.ts";

/** OpenID Connect Core §2. */
export interface AuthenticationClaims {
  acr?: Acr;
  amr?: StoredMethods;
}

/** Claims about an authentication. None for sessions from before methods were recorded. */
export const authenticationClaims = (methods: StoredMethods | null): AuthenticationClaims =>
  methods === null || methods.length === 0 ? {} : { acr: acrOf(methods), amr: methods };
