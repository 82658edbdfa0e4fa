import type { ProvisioningCaller } from "#access/caller.ts";
import { isRole, type Role } from "#access/roles.ts";
import type { Context } from "#domain/platform/context.ts";
import { domainOf } from "#domain/platform/email.ts";
import { Problem, validationFailed } from "#domain/platform/problem.ts";
import type { MemberRecord } from "#domain/people/members/member.ts";
import { readRights, type StoredKey } from "./keys/queries.ts";

/** Returns the directory that calls. Throws `role_required` for every other caller. */
export function requireDirectory({ caller }: Pick<Context, "caller">): ProvisioningCaller {
  if (caller.kind === "provisioning") return caller;
  throw new Problem("role_required", "Only a directory with a provisioning key can do this.");
}

/** The caller that a request with the key has. */
export const callerWith = ({ id, name, emailDomains, givableRoles, groupRoles }: StoredKey): ProvisioningCaller => ({
  kind: "provisioning",
  keyId: id,
  name,
  emailDomains,
  givableRoles,
  groupRoles,
});

/**
 * Returns the directory that calls, with its present rights, which stay until the transaction ends. The roles of its
 * members then follow from them, also if an owner changes them while the request runs.
 */
export async function requirePresentRights(context: Context): Promise<ProvisioningCaller> {
  const key = await readRights(context, requireDirectory(context).keyId);
  if (key) return callerWith(key);
  throw new Problem("role_required", "The provisioning key was revoked.");
}

/** Throws unless the directory may give this address to a member. */
export function requireAddress({ emailDomains }: ProvisioningCaller, email: string): void {
  if (emailDomains.length === 0 || emailDomains.includes(domainOf(email))) return;
  const domains = emailDomains.join(", ");
  throw validationFailed("/email", "invalid_value", `The key may give addresses of these domains only: ${domains}.`);
}

/** All roles that the directory may give, by name or by group. */
const rolesWithin = ({ givableRoles, groupRoles }: ProvisioningCaller): ReadonlySet<Role> =>
  new Set(["student", ...givableRoles, ...Object.keys(groupRoles).filter(isRole)]);

/**
 * Throws if the member has a role that the directory cannot give. The address decides who accepts an invitation and who
 * gets mail: a directory that could move the address of a manager could become one.
 */
export function requireMayMoveAddress(caller: ProvisioningCaller, { roles }: Pick<MemberRecord, "roles">): void {
  const givable = rolesWithin(caller);
  const beyond = roles.find((role) => !givable.has(role));
  if (beyond === undefined) return;
  throw new Problem(
    "role_escalation",
    `The address of a member with the role ${beyond} can be changed at the school only: the key does not give this role.`,
  );
}
