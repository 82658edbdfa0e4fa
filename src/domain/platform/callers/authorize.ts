import type { Caller } from "#access/caller.ts";
import { mayUse, type Role } from "#access/roles.ts";
import type { Scope } from "#access/scopes.ts";
import { findShortfall } from "#access/shortfall.ts";
import { isConfined } from "./is-confined.ts";
import { Problem } from "../problem.ts";

/**
 * The callers that may perform an operation:
 * - `scope`: holders of the scope, with a role that gives it. `orForOwn` lists weaker scopes, accepted for resources
 * that the caller has created; the operation checks ownership. `unconfined`: not for roles that are confined to their
 * own content, because the resource is shared.
 * - `only`: the listed kinds of callers; sessions need one of the roles, if any are listed. No token can reach these
 * operations, by design.
 * - `bearer`: every valid access token and API key, whatever its scopes.
 */
export type Access =
  | { scope: Scope; orForOwn?: readonly Scope[]; unconfined?: true }
  | { only: readonly ("anonymous" | "session" | "cli" | "system" | "provisioning")[]; roles?: readonly Role[] }
  | { bearer: true }
  | { anyone: true };

/** Throws unless the caller may use operations with this access. */
export function authorize(caller: Caller, access: Access): void {
  if ("anyone" in access) return;
  if ("scope" in access) {
    requireOneOf(caller, access.scope, access.orForOwn);
    if (access.unconfined && isConfined({ caller })) {
      throw new Problem("role_required", "Only owners and managers of the site can create and change this.");
    }
    return;
  }
  if ("bearer" in access) return requireBearer(caller);
  if (!access.only.some((kind) => kind === caller.kind)) {
    throw new Problem("role_required", "Only a person signed in with a browser can do this.");
  }
  const { roles } = access;
  if (roles && caller.kind === "session" && !caller.roles.some((role) => roles.includes(role))) {
    throw new Problem("role_required", `This operation requires one of these roles at this site: ${roles.join(", ")}.`);
  }
}

function requireBearer(caller: Caller): void {
  if (caller.kind !== "token") throw new Problem("invalid_token", "An access token or API key is required.");
}

function requireOneOf(caller: Caller, scope: Scope, orForOwn: readonly Scope[] = []): void {
  if (caller.kind !== "token") return requireScopes(caller, [scope]);
  const sufficient = [scope, ...orForOwn];
  const permitted = sufficient.filter((other) => mayUse(caller.roles, other));
  // The challenge must name a scope that the member can grant.
  requireScopes(caller, [permitted.find((other) => caller.scopes.has(other)) ?? permitted[0] ?? scope]);
}

/** Throws unless the caller holds all of these scopes, and currently a role that gives each of them. */
export function requireScopes(caller: Caller, needed: readonly Scope[]): void {
  if (caller.kind === "cli" || caller.kind === "system") return;
  if (caller.kind === "anonymous") {
    throw new Problem("invalid_token", "An access token or API key is required.", { scopes: needed });
  }
  if (caller.kind === "provisioning") {
    throw new Problem("role_required", "A provisioning key holds no scopes. It opens /scim/v2 only.");
  }
  // A session holds every scope of its roles.
  const holds = (scope: Scope) => caller.kind === "session" || caller.scopes.has(scope);
  const shortfall = findShortfall(needed, holds, caller.roles);
  if (shortfall?.lacks === "scope") {
    throw new Problem("insufficient_scope", `This operation requires the scope ${needed.join(" ")}.`, {
      scopes: needed,
    });
  }
  if (shortfall) {
    throw new Problem("role_required", `The member's roles at this site do not grant ${shortfall.scope}.`);
  }
}

/** Throws if staff see the school as another member, which changes nothing. */
export function requireOwnSession(caller: Caller): void {
  if (caller.kind !== "session" || caller.viewedBy === undefined) return;
  throw new Problem("role_required", "You see the school as another member. End the view to change something.");
}
