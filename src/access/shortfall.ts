import { mayUse, type Role } from "./roles.ts";
import type { Scope } from "./scopes.ts";

/** What a caller lacks for something: a scope, which another authorization may give, or a role, which none can. */
export type Shortfall = { lacks: "scope" | "role"; scope: Scope };

/**
 * The first of the needed scopes that the caller may not use now; undefined if the caller may use all of them. Each
 * scope must be held, and one of the member's roles must give it. A missing role comes first: the authorization server
 * grants no scope that the roles do not give, so a challenge for it would send the client into a loop.
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
