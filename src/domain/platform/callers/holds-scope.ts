import type { Caller } from "#access/caller.ts";
import type { Scope } from "#access/scopes.ts";
import { findShortfall } from "#access/shortfall.ts";

/**
 * Returns true if the caller may use a scope beyond the one the operation requires. Responses include more data for
 * it.
 */
export function holdsScope(caller: Caller, scope: Scope): boolean {
  if (caller.kind === "cli" || caller.kind === "system") return true;
  if (caller.kind === "anonymous" || caller.kind === "provisioning") return false;
  const holds = (scope: Scope) => caller.kind === "session" || caller.scopes.has(scope);
  return findShortfall([scope], holds, caller.roles) === undefined;
}
