import * as z from "zod";
import type { ProvisioningCaller } from "#access/caller.ts";
import { lockMember, lockRoles } from "#domain/people/members/queries.ts";
import { markMembersUpdated } from "#domain/people/members/mark-updated.ts";
import { makeAlsoStudent } from "#domain/people/members/roles/replace-roles.ts";
import { requirePresentRights } from "#domain/people/provisioning/caller.ts";
import { givesRole, maxSettled, settleRolesOf } from "#domain/people/provisioning/members/settle-directory.ts";
import { about } from "#domain/platform/audit/about.ts";
import type { Context } from "#domain/platform/context.ts";
import { Name } from "#domain/platform/fields.ts";
import { formatId, Id, newId } from "#domain/platform/ids.ts";
import { mustExist } from "#domain/platform/must-exist.ts";
import { byDirectories, operation } from "#domain/platform/operation.ts";
import { Outcome } from "#domain/platform/outcome.ts";
import { notFound, validationFailed } from "#domain/platform/problem.ts";
import { trimmed } from "#lib/wire/trimmed.ts";
import type { GroupRow } from "../group.ts";
import { joinGroup } from "../group-students.ts";
import { countGroupMembers, findGroup, insertGroup, listGroupMembers, updateGroup } from "../queries.ts";
import { lockVisibleGroup } from "../require-group.ts";
import { deleteGroupMembers, findGroups, groupMembersAmong, managedAmong, storeGroupRecord } from "./queries.ts";

const maxMembersPerRequest = 10_000;

const Members = z.array(Id("member")).max(maxMembersPerRequest);
const ExternalId = trimmed().min(1).max(255).nullable();

export const provisionGroup = operation({
  name: "provisionGroup",
  summary: "Create a group of a directory",
  writes: byDirectories,
  input: z.object({ name: Name, externalId: ExternalId.default(null), add: Members.default([]) }),
  output: z.object({ id: Id("group"), name: z.string() }),
  async run(context, { name, externalId, add }) {
    const caller = await requirePresentRights(context);
    const hasRole = givesRole(caller, name);
    const settles = hasRole && add.length <= maxSettled;
    if (settles) await lockRoles(context);
    const id = newId();
    await insertGroup(context, { id, name }, context.now);
    await storeGroupRecord(context, caller.keyId, id, externalId);
    const added = await addMembers(context, caller, await mustExist(findGroup(context, id)), add);
    if (hasRole) await settleRolesOf(context, caller, { ids: added, isLocked: settles });
    return { id, name };
  },
  audit: ({ add }, { id, name }) => about("group", id, { name, added: add.length }),
  emits: "group.updated",
});

export const changeProvisionedGroup = operation({
  name: "changeProvisionedGroup",
  summary: "Change a group of a directory",
  description:
    "Members who join are enrolled in the courses of the group. Those who leave keep their enrollments. A job gives and " +
    "takes the role of the group if more than a few members join or leave.",
  writes: byDirectories,
  input: z.object({
    id: Id("group"),
    name: Name.optional(),
    externalId: ExternalId.optional(),
    /** All members from now on: the others that the directory may see leave. */
    replace: Members.optional(),
    add: Members.default([]),
    remove: Members.default([]),
  }),
  output: z.object({ id: Id("group"), name: z.string() }),
  async run(context, { id, name, externalId, replace, ...named }) {
    const caller = await requirePresentRights(context);
    const [before] = await findGroups(context, caller.keyId, { id });
    if (!before) throw notFound("group", formatId("group", id));
    const hasRole = givesRole(caller, before.name, name ?? before.name);
    const isRenamed = name !== undefined && name !== before.name;
    const isWhole = replace !== undefined || isRenamed;
    const affected = named.add.length + named.remove.length + (replace?.length ?? 0) + (isWhole ? before.size : 0);
    const settles = hasRole && affected <= maxSettled;
    if (settles) await lockRoles(context);
    const group = await lockVisibleGroup(context, id);
    if (name !== undefined && name !== group.name) await updateGroup(context, group, { name }, context.now);
    if (externalId !== undefined && externalId !== before.externalId) {
      await storeGroupRecord(context, caller.keyId, id, externalId);
      await updateGroup(context, { ...group, name: name ?? group.name }, {}, context.now);
    }
    const present = replace || (settles && isRenamed) ? await listGroupMembers(context, id) : [];
    const { add, remove } = replace ? await difference(context, caller, present, replace) : named;
    const removed = await removeMembers(context, id, remove);
    const added = await addMembers(context, caller, group, add);
    const ids = [...(isRenamed ? present : []), ...added, ...removed];
    if (hasRole) await settleRolesOf(context, caller, { ids, isLocked: settles });
    const now = await mustExist(findGroup(context, id));
    const facts = { added: added.length, removed: removed.length };
    return new Outcome({ id, name: now.name }, { changed: now.version !== group.version, facts });
  },
  audit: (_input, { id, name }, facts) => about("group", id, { name, ...facts }),
  emits: "group.updated",
});

/** Compares the wanted members with the present ones. Members whom the directory may not see stay. */
async function difference(
  context: Context,
  caller: ProvisioningCaller,
  present: readonly string[],
  wantedIds: readonly string[],
): Promise<{ add: string[]; remove: string[] }> {
  const [inGroup, toStay] = [new Set(present), new Set(wantedIds)];
  const superfluous = present.filter((id) => !toStay.has(id));
  const visible = await managedAmong(context, caller, superfluous);
  return { add: wantedIds.filter((id) => !inGroup.has(id)), remove: visible.map(({ id }) => id) };
}

/** Returns those who joined. */
async function addMembers(
  context: Context,
  caller: ProvisioningCaller,
  { id, courseIds }: Pick<GroupRow, "id" | "courseIds">,
  memberIds: readonly string[],
): Promise<string[]> {
  if (memberIds.length === 0) return [];
  const requested = [...new Set(memberIds)];
  const managedById = new Map((await managedAmong(context, caller, requested)).map((member) => [member.id, member]));
  const unknown = requested.find((one) => !managedById.has(one));
  if (unknown !== undefined) {
    throw validationFailed(
      "/members",
      "not_found",
      `There is no member ${formatId("member", unknown)} that this key may see.`,
    );
  }
  const present = new Set(await groupMembersAmong(context, id, requested));
  const joining = requested.filter((one) => !present.has(one)).toSorted();
  for (const one of joining.filter((each) => managedById.get(each)?.isStudent === false)) {
    await makeAlsoStudent(context, await mustExist(lockMember(context, one)));
  }
  if (joining.length > 0) await joinGroup(context, { id, courseIds }, joining);
  return joining;
}

/** Returns those who left. */
async function removeMembers(context: Context, groupId: string, memberIds: readonly string[]): Promise<string[]> {
  if (memberIds.length === 0) return [];
  const removed = await deleteGroupMembers(context, groupId, memberIds);
  if (removed.length === 0) return [];
  await countGroupMembers(context, groupId, -removed.length, context.now);
  await markMembersUpdated(context, removed);
  return removed;
}

export const removeProvisionedGroup = operation({
  name: "removeProvisionedGroup",
  summary: "Delete a group of a directory",
  description: "Its members keep their enrollments, and lose the role that the group gave them.",
  writes: byDirectories,
  input: z.object({ id: Id("group") }),
  output: z.object({ id: Id("group"), name: z.string() }),
  async run(context, { id }) {
    const caller = await requirePresentRights(context);
    const [found] = await findGroups(context, caller.keyId, { id });
    if (!found) throw notFound("group", formatId("group", id));
    const hasRole = givesRole(caller, found.name);
    const settles = hasRole && found.size <= maxSettled;
    if (settles) await lockRoles(context);
    const group = await lockVisibleGroup(context, id);
    const members = await listGroupMembers(context, id);
    await updateGroup(context, group, { deletedAt: context.now }, context.now);
    await markMembersUpdated(context, members);
    if (hasRole) await settleRolesOf(context, caller, { ids: members, isLocked: settles });
    return { id, name: group.name };
  },
  audit: (_input, { id, name }) => about("group", id, { name }),
  emits: "group.updated",
});
