import type { Caller } from "./caller.ts";
import { narrowToRoles } from "./roles.ts";
import type { Scope } from "./scopes.ts";

const none: ReadonlySet<Scope> = new Set();

/**
 * Returns the scopes of the caller's token that a role of the member still grants. Members lose roles while their tokens
 * and API keys keep the scopes.
 */
export const usableScopes = (caller: Caller): ReadonlySet<Scope> =>
  caller.kind === "token" ? new Set(narrowToRoles(caller.roles, [...caller.scopes])) : none;
