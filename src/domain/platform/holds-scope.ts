import type { Caller } from "#access/caller.ts";
import type { Scope } from "#access/scopes.ts";
import { findShortfall } from "#access/shortfall.ts";

/** Whether the caller may use a scope beside the one that an operation needs: what is told besides depends on it. */
export function holdsScope(caller: Caller, scope: Scope): boolean {
  if (caller.kind === "cli" || caller.kind === "system") return true;
  if (caller.kind === "anonymous") return false;
  const holds = (wanted: Scope) => caller.kind === "session" || caller.scopes.has(wanted);
  return findShortfall([scope], holds, caller.roles) === undefined;
}
