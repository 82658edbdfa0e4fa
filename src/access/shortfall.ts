import { mayUse, type Role } from "./roles.ts";
import type { Scope } from "./scopes.ts";

/** What a caller lacks for something: a scope, which another authorization may give, or a role, which none can. */
export type Shortfall = { lacks: "scope" | "role"; scope: Scope };

/**
 * The first of the needed scopes that the caller may not use now, undefined where they may use them all: each must be
 * held, and a role must give it still. A scope that is not held is told before a role that is lost.
 */
export function findShortfall(
  needed: readonly Scope[],
  holds: (scope: Scope) => boolean,
  roles: readonly Role[],
): Shortfall | undefined {
  const missing = needed.find((scope) => !holds(scope));
  if (missing) return { lacks: "scope", scope: missing };
  const refused = needed.find((scope) => !mayUse(roles, scope));
  return refused && { lacks: "role", scope: refused };
}
