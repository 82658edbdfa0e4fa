import { hasTwoFactors, type StoredMethods } from "./authentication-methods.ts";
import type { Role } from "./roles.ts";

/** Policies of second factors, strictest last. */
export const factorPolicies = ["off", "offered", "required"] as const;
export type FactorPolicy = (typeof factorPolicies)[number];

interface Settings {
  secondFactorRequired: readonly Role[];
  secondFactorOff: readonly Role[];
}

export function policyOfRole({ secondFactorRequired, secondFactorOff }: Settings, role: Role): FactorPolicy {
  if (secondFactorRequired.includes(role)) return "required";
  return secondFactorOff.includes(role) ? "off" : "offered";
}

/** Returns the strictest policy of a member's roles. */
export function policyOf(settings: Settings, roles: readonly Role[]): FactorPolicy {
  const policies = new Set(roles.map((role) => policyOfRole(settings, role)));
  return factorPolicies.findLast((policy) => policies.has(policy)) ?? "offered";
}

/**
 * Returns whether a session lacks the second factor that a role of its member requires. Such a session only permits
 * setting one up. It follows from the current roles and settings, so that a promotion and a new policy apply to sessions
 * that exist.
 */
export const lacksFactor = (settings: Settings, { roles, amr }: { roles: readonly Role[]; amr: StoredMethods }) =>
  policyOf(settings, roles) === "required" && !hasTwoFactors(amr);
