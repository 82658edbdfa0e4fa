import type { ProvisioningCaller } from "#access/caller.ts";
import type { Role } from "#access/roles.ts";
import { validationFailed } from "#domain/platform/problem.ts";

/** Throws if the directory names a role that its key does not give, unless the member has it already. */
export function requireGivable(
  { givableRoles }: ProvisioningCaller,
  named: readonly Role[],
  existing: readonly Role[] = [],
): void {
  const beyond = named.find((role) => role !== "student" && !givableRoles.includes(role) && !existing.includes(role));
  if (beyond === undefined) return;
  throw validationFailed(
    "/roles",
    "role_escalation",
    beyond === "owner"
      ? "A directory never gives the role owner."
      : `The key does not give the role ${beyond}. An owner of the school can allow it.`,
  );
}
