import type { Role } from "#access/roles.ts";
import type { Context } from "#domain/platform/context.ts";
import { mustExist } from "#domain/platform/must-exist.ts";
import { recordEvents } from "#domain/platform/outbox/record-event.ts";
import { invalidState } from "#domain/platform/problem.ts";
import { updateMembers } from "#domain/people/members/bulk/update-members.ts";
import { itemAt } from "#lib/collections/item-at.ts";
import { mustGet } from "#lib/collections/must-get.ts";
import type { MemberRecord } from "#domain/people/members/member.ts";
import { rolesChangedEvents } from "#domain/people/members/member-event.ts";
import { findMember, listMembersById, updateMember, requireOtherOwner } from "#domain/people/members/queries.ts";
import { requireMayChange } from "#domain/platform/callers/role-rules.ts";
import { endTokensBeyond } from "../access/end-membership.ts";

/** Replaces the roles of a member. Requires locks on the member and the site's roles. */
export async function replaceRoles(
  context: Context,
  existing: MemberRecord,
  roles: readonly Role[],
): Promise<MemberRecord> {
  if (existing.status === "removed") {
    throw invalidState("member", existing.status, "given roles", [], "Add or invite the person again instead.");
  }
  requireMayChange(context.caller, roles, existing.roles);
  if (!roles.includes("owner")) await requireOtherOwner(context, existing);
  await endTokensBeyond(context, [existing.id], roles, context.now);
  return storeRoles(context, existing, roles);
}

/**
 * Replaces the roles of several members, with few statements. Requires locks on the members and the site's roles, and
 * that none of them is an owner or removed.
 */
export async function replaceRolesOfMany(
  context: Context,
  changed: readonly { existing: MemberRecord; roles: readonly Role[] }[],
): Promise<void> {
  for (const same of Map.groupBy(changed, ({ roles }) => String(roles)).values()) {
    const ids = same.map(({ existing }) => existing.id);
    await endTokensBeyond(context, ids, itemAt(same, 0).roles, context.now);
  }
  const updates = changed.map(({ existing, roles }) => ({ existing, changes: { roles: [...roles] }, versions: 1 }));
  if (updates.length > 0) await updateMembers(context, updates, context.now);
  const ids = changed.map(({ existing }) => existing.id);
  const members = ids.length === 0 ? [] : await listMembersById(context, ids);
  const before = new Map(changed.map(({ existing }) => [existing.id, existing.roles]));
  await recordEvents(
    context,
    members.flatMap((member) => rolesChangedEvents(member, mustGet(before, member.id))),
  );
}

/** Adds the student role, which needs no rank check because it is the lowest. */
export const makeAlsoStudent = (context: Context, existing: MemberRecord): Promise<MemberRecord> =>
  existing.roles.includes("student")
    ? Promise.resolve(existing)
    : storeRoles(context, existing, [...existing.roles, "student"]);

async function storeRoles(context: Context, existing: MemberRecord, roles: readonly Role[]): Promise<MemberRecord> {
  await updateMember(context, existing, { roles: [...roles] }, context.now);
  const member = await mustExist(findMember(context, existing.id));
  await recordEvents(context, rolesChangedEvents(member, existing.roles));
  return member;
}
