import type { Scope } from "#access/scopes.ts";
import { OAuthError } from "./error.ts";

/** Explains an empty authorization. `requested`: scopes that the client may have; `granted`: those that the roles give. */
export function noScopeLeft(requested: readonly Scope[], granted: readonly Scope[]): OAuthError {
  if (requested.length === 0) {
    return new OAuthError("invalid_scope", "The request contains no known scope that the client can request.");
  }
  return granted.length === 0
    ? new OAuthError("invalid_scope", "The member's roles at this site grant none of the requested scopes.")
    : new OAuthError("invalid_scope", "The member approved none of the requested scopes.");
}
