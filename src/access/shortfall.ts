import { mayUse, type Role } from "./roles.ts";
import type { Scope } from "./scopes.ts";

/** A missing permission. A new authorization can add a missing scope, but not a missing role. */
export type Shortfall = { lacks: "scope" | "role"; scope: Scope };

/**
 * Returns the first needed scope that the caller may not use, or undefined. A usable scope is one that the token
 * contains and one of the member's roles grants. A missing role takes precedence: the authorization server never
 * grants a scope beyond the roles, so a scope challenge would send the client into a loop.
 */
export function findShortfall(
  needed: readonly Scope[],
  holds: (scope: Scope) => boolean,
  roles: readonly Role[],
): Shortfall | undefined {
  const refused = needed.find((scope) => !mayUse(roles, scope));
  if (refused) return { lacks: "role", scope: refused };
  const missing = needed.find((scope) => !holds(scope));
  return missing && { lacks: "scope", scope: missing };
}
