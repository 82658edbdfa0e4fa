import type { ProvisioningCaller } from "#access/caller.ts";
import { inOrder, isRole, type Role } from "#access/roles.ts";
import type { MemberRecord } from "#domain/people/members/member.ts";
import { listMembersById, lockRoles } from "#domain/people/members/queries.ts";
import { replaceRoles, replaceRolesOfMany } from "#domain/people/members/roles/replace-roles.ts";
import { about } from "#domain/platform/audit/about.ts";
import { recordAudits } from "#domain/platform/audit/record-audit.ts";
import type { Context } from "#domain/platform/context.ts";
import { storeEventsAbout } from "#domain/platform/outbox/store-events-about.ts";
import type { DirectoryRecord } from "./provisioned-member.ts";
import { groupsOfMembers, lockInOrder, readManaged, storeAddedRoles } from "./queries.ts";

type Named = Pick<DirectoryRecord, "namedRoles" | "addedRoles">;

/** Roles of a member, and those of them that the member has through the directory only. */
interface Settled {
  roles: readonly Role[];
  addedRoles: Role[];
}

/**
 * Adds the roles that the directory names and those of the groups, and removes the ones that the member had through the
 * directory only. Roles that the school gave stay, and owners stay as they are.
 */
function settle(
  { givableRoles }: ProvisioningCaller,
  { roles }: Pick<MemberRecord, "roles">,
  { namedRoles, addedRoles }: Named,
  ofGroups: readonly Role[],
): Settled {
  if (roles.includes("owner")) return { roles, addedRoles };
  const target = new Set([...namedRoles.filter((role) => givableRoles.includes(role)), ...ofGroups]);
  const newRoles = [...target].filter((role) => !roles.includes(role));
  const taken = new Set(addedRoles.filter((role) => !target.has(role)));
  const settled = inOrder([...roles.filter((role) => !taken.has(role)), ...newRoles]);
  return {
    // A member keeps a role, so that they are not left without any.
    roles: settled.length === 0 ? ["student"] : settled,
    addedRoles: inOrder([...addedRoles.filter((role) => !taken.has(role)), ...newRoles]),
  };
}

/** Settles the roles of one member. Requires locks on the member and the site's roles. */
export async function settleRoles(
  context: Context,
  caller: ProvisioningCaller,
  existing: MemberRecord,
  named: Named,
): Promise<{ member: MemberRecord; addedRoles: Role[] }> {
  const ofGroups = await rolesOfGroups(context, caller, [existing.id]);
  const { roles, addedRoles } = settle(caller, existing, named, ofGroups.get(existing.id) ?? []);
  const isSame = String(roles) === String(existing.roles);
  return { member: isSame ? existing : await replaceRoles(context, existing, roles), addedRoles };
}

/** Returns the roles that members get from their groups. */
async function rolesOfGroups(
  context: Context,
  caller: ProvisioningCaller,
  memberIds: readonly string[],
): Promise<ReadonlyMap<string, Role[]>> {
  const mapped = rolesByGroup(caller);
  const memberGroups = mapped.size === 0 ? [] : await groupsOfMembers(context, caller.keyId, memberIds);
  const roles = new Map<string, Role[]>();
  for (const { memberId, name } of memberGroups) {
    roles.set(memberId, [...(roles.get(memberId) ?? []), ...(mapped.get(name.toLowerCase()) ?? [])]);
  }
  return roles;
}

/** Roles by the name of their group, in lower case. One group may give several. */
export function rolesByGroup({ groupRoles }: ProvisioningCaller): ReadonlyMap<string, Role[]> {
  const mapped = Object.entries(groupRoles).flatMap(([role, name]) =>
    isRole(role) ? [{ role, name: name.toLowerCase() }] : [],
  );
  return new Map(
    [...Map.groupBy(mapped, ({ name }) => name)].map(([name, roles]) => [name, roles.map(({ role }) => role)]),
  );
}

/**
 * Settles the roles of members with a constant number of statements. Locks the site's roles. Leaves out members beyond
 * the reach of the directory: staff can have added them to its group.
 */
export async function settleBatch(context: Context, caller: ProvisioningCaller, ids: readonly string[]): Promise<void> {
  await lockRoles(context);
  await lockInOrder(context, ids);
  await storeEventsAbout(context, [...ids]);
  const members = (await listMembersById(context, ids)).filter(({ status }) => status !== "removed");
  const records = new Map((await readManaged(context, caller, ids)).map((record) => [record.id, record]));
  const ofGroups = await rolesOfGroups(context, caller, ids);
  const settled = members.flatMap((existing) => {
    const record = records.get(existing.id);
    if (!record) return [];
    return [{ existing, record, ...settle(caller, existing, record, ofGroups.get(existing.id) ?? []) }];
  });
  const changed = settled.filter(({ existing, roles }) => String(roles) !== String(existing.roles));
  await replaceRolesOfMany(context, changed);
  await recordAudits(
    context,
    changed.map(({ existing: { id }, roles }) => ({
      action: "changeProvisionedMember",
      subject: about("member", id, { roles }),
    })),
  );
  const recorded = settled
    .filter(({ record, addedRoles }) => String(addedRoles) !== String(record.addedRoles))
    .map(({ existing: { id }, addedRoles }) => ({ id, addedRoles }));
  if (recorded.length > 0) await storeAddedRoles(context, caller.keyId, recorded);
}
