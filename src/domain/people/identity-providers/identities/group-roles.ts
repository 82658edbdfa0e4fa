import { inOrder, type Role } from "#access/roles.ts";
import { replaceRoles } from "#domain/people/members/roles/replace-roles.ts";
import type { MemberRecord } from "#domain/people/members/member.ts";
import { hasOtherOwner, lockMember, lockRoles } from "#domain/people/members/queries.ts";
import { about } from "#domain/platform/audit/about.ts";
import { recordAudit } from "#domain/platform/audit/record-audit.ts";
import type { Context } from "#domain/platform/context.ts";
import { mustExist } from "#domain/platform/must-exist.ts";
import type { Identity } from "./identity.ts";
import { setGroupRoles } from "./queries.ts";

/** Changes by a sign-in. */
interface Change {
  roles: Role[];
  /** Those that the member has because of groups only. */
  groupRoles: Role[];
}

/**
 * Compares the roles of a member with those of their groups. Roles that staff gave stay, also if a group gives them
 * too. A member without a remaining role is a student.
 */
function changeFor(
  memberRoles: readonly Role[],
  before: readonly Role[],
  granted: readonly Role[],
  keepsOwner: boolean,
): Change {
  const byStaff = memberRoles.filter((role) => !before.includes(role));
  const stays = keepsOwner && before.includes("owner") && !granted.includes("owner") ? ["owner" as const] : [];
  const groupRoles = inOrder([...granted.filter((role) => !byStaff.includes(role)), ...stays]);
  const roles = inOrder([...new Set([...byStaff, ...groupRoles])]);
  return { roles: roles.length === 0 ? ["student"] : roles, groupRoles };
}

/** Gives and takes the roles of groups. The last owner stays one. Requires a transaction. */
export async function applyGroupRoles(
  context: Context,
  identity: Identity,
  member: MemberRecord,
  granted: readonly Role[],
): Promise<void> {
  if (isSettled(changeFor(member.roles, identity.groupRoles, granted, false), member, identity)) return;
  await lockRoles(context);
  const locked = await mustExist(lockMember(context, member.id));
  const isLastOwner = locked.roles.includes("owner") && !(await hasOtherOwner(context, locked.id));
  const change = changeFor(locked.roles, identity.groupRoles, granted, isLastOwner);
  await setGroupRoles(context, identity.id, change.groupRoles);
  if (sameRoles(change.roles, locked.roles)) return;
  // The owner who mapped the groups has decided.
  await replaceRoles({ ...context, caller: { kind: "system" } }, locked, change.roles);
  const details = { before: locked.roles, after: change.roles };
  await recordAudit(context, "applyGroupRoles", { ...about("member", locked.id, details), memberId: locked.id });
}

const isSettled = (change: Change, { roles }: MemberRecord, { groupRoles }: Identity): boolean =>
  sameRoles(change.roles, roles) && sameRoles(change.groupRoles, groupRoles);

const sameRoles = (one: readonly Role[], other: readonly Role[]): boolean =>
  inOrder(one).join(" ") === inOrder(other).join(" ");
