import type { ProvisioningCaller } from "#access/caller.ts";
import { inOrder, isRole, type Role } from "#access/roles.ts";
import type { MemberRecord } from "#domain/people/members/member.ts";
import { replaceRoles } from "#domain/people/members/roles/replace-roles.ts";
import type { Context } from "#domain/platform/context.ts";
import { lockMember } from "#domain/people/members/queries.ts";
import { type DirectoryRecord, emptyRecord } from "./provisioned-member.ts";
import { groupNamesOf, readManaged, storeRecord } from "./queries.ts";

interface Settled {
  member: MemberRecord;
  addedRoles: Role[];
}

/**
 * Gives a member the roles that the directory names and those of their groups, and takes the ones that the member had
 * through the directory only. Roles that the school gave stay, and owners stay as they are. Requires locks on the member and the site's roles.
 */
export async function settleRoles(
  context: Context,
  caller: ProvisioningCaller,
  existing: MemberRecord,
  { namedRoles, addedRoles }: Pick<DirectoryRecord, "namedRoles" | "addedRoles">,
): Promise<Settled> {
  if (existing.roles.includes("owner")) return { member: existing, addedRoles };
  const target = new Set([
    ...namedRoles.filter((role) => caller.givableRoles.includes(role)),
    ...(await rolesOfGroups(context, caller, existing.id)),
  ]);
  const given = [...target].filter((role) => !existing.roles.includes(role));
  const taken = new Set(addedRoles.filter((role) => !target.has(role)));
  const roles = inOrder([...existing.roles.filter((role) => !taken.has(role)), ...given]);
  const left = inOrder([...addedRoles.filter((role) => !taken.has(role)), ...given]);
  const isSame = String(roles) === String(existing.roles);
  // A member keeps a role, so that they are not left without any.
  const kept: Role[] = roles.length === 0 ? ["student"] : roles;
  return { member: isSame ? existing : await replaceRoles(context, existing, kept), addedRoles: left };
}

async function rolesOfGroups(context: Context, caller: ProvisioningCaller, memberId: string): Promise<Role[]> {
  const mapped = Object.entries(caller.groupRoles).flatMap(([role, name]) => (isRole(role) ? [{ role, name }] : []));
  if (mapped.length === 0) return [];
  const names = new Set(await groupNamesOf(context, caller.keyId, memberId));
  return mapped.filter(({ name }) => names.has(name.toLowerCase())).map(({ role }) => role);
}

/** Settles the roles of members whose groups have changed, in the order of their IDs. Requires a lock on the site's roles. */
export async function settleRolesOf(
  context: Context,
  caller: ProvisioningCaller,
  ids: readonly string[],
): Promise<void> {
  for (const id of [...new Set(ids)].toSorted()) {
    const existing = await lockMember(context, id);
    const [record = emptyRecord] = await readManaged(context, caller, [id]);
    if (!existing || existing.status === "removed") continue;
    const { addedRoles } = await settleRoles(context, caller, existing, record);
    if (String(addedRoles) !== String(record.addedRoles)) await storeRecord(context, caller.keyId, id, { addedRoles });
  }
}

/** Returns true if the members of a group with one of these names get a role. */
export const givesRole = ({ groupRoles }: ProvisioningCaller, ...names: string[]): boolean =>
  Object.values(groupRoles).some((mapped) => names.some((name) => name.toLowerCase() === mapped.toLowerCase()));
