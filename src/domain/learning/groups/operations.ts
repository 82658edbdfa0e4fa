import * as z from "zod";
import { sql } from "#database/statements/sql.ts";
import { unchanged } from "#domain/platform/outcome.ts";
import { isEmptyPatch, computePatch } from "#domain/platform/merge-patch/compute-patch.ts";
import type { Context } from "#domain/platform/context.ts";
import { externalIdTaken, requireUnusedExternalId } from "#domain/platform/external-ids.ts";
import { Id, newId } from "#domain/platform/ids.ts";
import { changeTimes, joinedToAny } from "#domain/platform/listing/filters.ts";
import { listing, mapPage, pageSchemaOf } from "#domain/platform/listing/listing.ts";
import { mustExist } from "#domain/platform/must-exist.ts";
import { operation } from "#domain/platform/operation.ts";
import { requirePeriod } from "#domain/platform/time/period.ts";
import { markMembersUpdated } from "#domain/people/members/mark-updated.ts";
import { enrollGroup } from "./enroll-group.ts";
import { Group, GroupChanges, type GroupRow, NewGroup, serializeGroup, writableGroup } from "./group.ts";
import { requireNoRole } from "./provisioned/require-no-role.ts";
import { columns, findGroup, insertGroup, listGroupMembers, setCourses, updateGroup as storeGroup } from "./queries.ts";
import { lockVisibleGroup, ownGroups, requireCourses, requireGroup } from "./require-group.ts";

const groups = listing<GroupRow>({
  kind: "group",
  table: sql`groups`,
  columns,
  searchable: true,
  defaultSort: "-createdAt",
  sorts: { createdAt: "timestamptz", updatedAt: "timestamptz", name: "text" },
  filters: {
    courseId: joinedToAny(Id("course"), {
      column: sql`groups.id`,
      table: sql`group_courses`,
      by: sql`group_courses.group_id`,
      key: sql`group_courses.course_id`,
    }),
    ...changeTimes(sql`groups`),
  },
});

export const listGroups = operation({
  name: "listGroups",
  summary: "List groups",
  reads: "students:read",
  input: groups.input,
  output: pageSchemaOf(Group),
  run: async (context, input) =>
    mapPage(await groups.page(context, input, { confine: [ownGroups(context)] }), serializeGroup),
});

export const getGroup = operation({
  name: "getGroup",
  summary: "Retrieve a group",
  reads: "students:read",
  input: z.object({ id: Id("group") }),
  output: Group,
  run: async (context, { id }) => serializeGroup(await requireGroup(context, id)),
});

export const createGroup = operation({
  name: "createGroup",
  summary: "Create a group",
  writes: "students:write",
  input: NewGroup,
  output: Group,
  async run(context, { courseIds = [], ...fields }) {
    requirePeriod(fields.startsAt, fields.endsAt, "/endsAt");
    await requireCourses(context, courseIds);
    const id = newId();
    if (!(await insertGroup(context, { ...fields, id }, context.now))) throw externalIdTaken("group");
    await setCourses(context, id, courseIds);
    return serializeGroup(await mustExist(findGroup(context, id)));
  },
  emits: "group.updated",
});

export const updateGroup = operation({
  name: "updateGroup",
  summary: "Update a group",
  description:
    "Enrolls the students of the group in the courses that are added to `course_ids`, those of large groups within " +
    "minutes. Access that has expired is renewed. A lecturer enrolls only the students of their own courses. Students " +
    "keep their enrollments in courses that are removed.",
  writes: "students:write",
  input: GroupChanges.extend({ id: Id("group") }),
  output: Group,
  async run(context, { id, ...changes }) {
    return change(context, await lockVisibleGroup(context, id), changes);
  },
  emits: "group.updated",
});

async function change(context: Context, existing: GroupRow, input: z.output<typeof GroupChanges>) {
  const changed = computePatch(writableGroup, existing, input);
  if (isEmptyPatch(changed)) return unchanged(serializeGroup(existing));
  const { courseIds, ...changes } = changed;
  const { startsAt, endsAt } = { ...existing, ...changes };
  requirePeriod(startsAt, endsAt, "/endsAt");
  if (changes.name !== undefined) await requireNoRole(context, existing.id, existing.name, changes.name);
  if (courseIds) await requireCourses(context, courseIds, existing.courseIds);
  await requireUnusedExternalId(context, { table: sql`groups`, what: "group", own: existing.id }, changes.externalId);
  await storeGroup(context, existing, changes, context.now);
  if (courseIds) await replaceCourses(context, existing, courseIds);
  return serializeGroup(await mustExist(findGroup(context, existing.id)));
}

async function replaceCourses(context: Context, { id, courseIds: existing }: GroupRow, courseIds: readonly string[]) {
  await setCourses(context, id, courseIds);
  const added = courseIds.filter((courseId) => !existing.includes(courseId));
  await enrollGroup(context, { groupId: id, courseIds: added, studentIds: null, renewSince: new Date(0) });
}

export const deleteGroup = operation({
  name: "deleteGroup",
  summary: "Delete a group",
  description: "Its students keep their enrollments.",
  writes: "students:write",
  input: z.object({ id: Id("group") }),
  output: z.object({ id: Id("group") }),
  async run(context, { id }) {
    const existing = await lockVisibleGroup(context, id);
    await storeGroup(context, existing, { deletedAt: context.now }, context.now);
    await markMembersUpdated(context, await listGroupMembers(context, id));
    return { id };
  },
  emits: "group.updated",
});
