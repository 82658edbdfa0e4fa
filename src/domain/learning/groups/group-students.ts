import * as z from "zod";
import { about } from "#domain/platform/audit/about.ts";
import type { Context } from "#domain/platform/context.ts";
import { markMembersUpdated } from "#domain/people/members/mark-updated.ts";
import { formatId, Id } from "#domain/platform/ids.ts";
import { joinedToOne } from "#domain/platform/listing/filters.ts";
import { pageSchemaOf } from "#domain/platform/listing/listing.ts";
import { mustExist } from "#domain/platform/must-exist.ts";
import { operation } from "#domain/platform/operation.ts";
import { notFound, validationFailed } from "#domain/platform/problem.ts";
import { inGroups, studentsPage, studentFilters } from "#domain/learning/students/page-of-students.ts";
import { findStudentIds } from "#domain/learning/students/queries.ts";
import { Student } from "#domain/learning/students/student.ts";
import { enrollGroup } from "./enroll-group.ts";
import { Group, groupUpdated, serializeGroup } from "./group.ts";
import { requireNoRole } from "./provisioned/require-no-role.ts";
import { countGroupMembers, deleteGroupMember, findGroup, insertGroupMembers } from "./queries.ts";
import { lockVisibleGroup, requireGroup } from "./require-group.ts";

export const listGroupStudents = operation({
  name: "listGroupStudents",
  summary: "List the students of a group",
  reads: "students:read",
  input: studentFilters.extend({ id: Id("group") }),
  output: pageSchemaOf(Student),
  async run(context, { id, ...input }) {
    await requireGroup(context, id);
    return studentsPage(context, input, joinedToOne(inGroups, context.site.id, id));
  },
});

const maxStudents = 1000;

export const addGroupStudents = operation({
  name: "addGroupStudents",
  summary: "Add students to a group",
  description:
    "At most 1,000 students per request. Enrolls them in the courses of the group, also those who are in the group " +
    "already. Access that expired before they joined is renewed, and other enrollments, also revoked ones, stay as " +
    "they are. Archived courses, and courses that the caller does not teach, are skipped.",
  writes: "students:write",
  input: z.object({
    id: Id("group"),
    studentIds: z
      .array(Id("member"))
      .min(1)
      .refine((ids) => ids.length <= maxStudents, {
        params: { code: "too_many_rows" },
        message: `Expected at most ${maxStudents} students in one request.`,
      }),
    enroll: z
      .boolean()
      .default(true)
      .meta({ description: "False: adds the students without enrolling them in the present courses of the group" }),
  }),
  output: z.object({
    group: Group,
    added: z.number().int().min(0),
    enrolled: z.number().int().min(0).meta({ description: "Enrollments created or renewed by this request" }),
    pending: z.boolean().meta({ description: "True if a job creates more enrollments within minutes" }),
    skippedCourseIds: z
      .array(Id("course"))
      .meta({ description: "Courses of the group in which nobody was enrolled. Repeat the request to enroll later." }),
  }),
  async run(context, { id, studentIds: input, enroll }) {
    const { courseIds, name } = await lockVisibleGroup(context, id);
    await requireNoRole(context, id, name);
    await requireStudents(context, input);
    return joinGroup(context, { id, courseIds: enroll ? courseIds : [] }, [...new Set(input)]);
  },
  audit: ({ id }, { added, enrolled, pending }) => about("group", id, { added, enrolled, ...(pending && { pending }) }),
  event: ({ id }, { added }) => (added > 0 ? groupUpdated(id) : []),
});

/** The only way into a group. Enrolls the students in the courses. The caller must lock the group. */
export async function joinGroup(
  context: Context,
  { id, courseIds }: { id: string; courseIds: readonly string[] },
  studentIds: readonly string[],
) {
  const added = await insertGroupMembers(context, id, studentIds, context.now);
  const outcome = await enrollGroup(context, { groupId: id, courseIds, studentIds, renewSince: context.now });
  if (added.length > 0) {
    await countGroupMembers(context, id, added.length, context.now);
    await markMembersUpdated(context, added);
  }
  return { group: serializeGroup(await mustExist(findGroup(context, id))), added: added.length, ...outcome };
}

async function requireStudents(context: Context, studentIds: readonly string[]): Promise<void> {
  const visibleIds = new Set(await findStudentIds(context, studentIds));
  const [index, id] = studentIds.entries().find(([, one]) => !visibleIds.has(one)) ?? [];
  if (id === undefined) return;
  const detail = `No student has the ID ${formatId("member", id)}.`;
  throw validationFailed(`/studentIds/${index}`, "not_found", detail);
}

export const removeGroupStudent = operation({
  name: "removeGroupStudent",
  summary: "Remove a student from a group",
  description: "The student keeps their enrollments.",
  writes: "students:write",
  input: z.object({ id: Id("group"), studentId: Id("member") }),
  output: z.object({ id: Id("group") }),
  async run(context, { id, studentId }) {
    await lockVisibleGroup(context, id);
    if (!(await deleteGroupMember(context, id, studentId))) throw notFound("student", formatId("member", studentId));
    await countGroupMembers(context, id, -1, context.now);
    await markMembersUpdated(context, [studentId]);
    return { id };
  },
  audit: ({ id, studentId }) => about("group", id, { student: formatId("member", studentId) }),
  event: ({ id }) => groupUpdated(id),
});
