import type { Scope } from "#access/scopes.ts";
import { validationFailed } from "#domain/platform/problem.ts";
import { audienceMayHold } from "../clients/client.ts";
import { type Audience } from "#oauth/clients/audience.ts";

/** Throws `validation_failed` if a scope is not allowed for the audience (contract §5.2.5). */
export function requireScopesOfAudience(audience: Audience, scopes: readonly Scope[]): void {
  const refused = scopes.filter((scope) => !audienceMayHold(audience, scope));
  if (refused.length === 0) return;
  throw validationFailed(
    "/scopes",
    "not_for_audience",
    `${refused.join(" ")} cannot be granted to ${audience === "member" ? "a member" : "an operator"} client.`,
  );
}
