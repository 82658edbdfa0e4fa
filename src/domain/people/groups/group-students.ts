import * as z from "zod";
import { about } from "#domain/platform/audit/about.ts";
import type { Context } from "#domain/platform/context.ts";
import { enrollMany } from "#domain/learning/enrollments/enroll-many.ts";
import { markMembersUpdated } from "#domain/people/members/mark-updated.ts";
import { formatId, Id } from "#domain/platform/ids.ts";
import { joinedToOne } from "#domain/platform/listing/filters.ts";
import { pageSchemaOf } from "#domain/platform/listing/listing.ts";
import { mustExist } from "#domain/platform/must-exist.ts";
import { operation } from "#domain/platform/operation.ts";
import { notFound, Problem, validationFailed } from "#domain/platform/problem.ts";
import { inGroups, studentsPage, studentFilters } from "#domain/people/students/page-of-students.ts";
import { findStudentIds } from "#domain/people/students/queries.ts";
import { Student } from "#domain/people/students/student.ts";
import { Group, groupUpdated, serializeGroup } from "./group.ts";
import { countGroupMembers, deleteGroupMember, findGroup, insertGroupMembers } from "./queries.ts";
import { lockVisibleGroup, requireGroup } from "./require-group.ts";

export const listGroupStudents = operation({
  name: "listGroupStudents",
  summary: "List the students of a group",
  access: { scope: "students:read" },
  writes: false,
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
  description: "At most 1,000 students per request.",
  access: { scope: "students:write" },
  writes: true,
  input: z.object({
    id: Id("group"),
    studentIds: z
      .array(Id("member"))
      .min(1)
      .refine((ids) => ids.length <= maxStudents, {
        params: { code: "too_many_rows" },
        message: `Expected at most ${maxStudents} students in one request.`,
      }),
    enroll: z.boolean().default(false).meta({ description: "Enrolls the students in the courses of the group" }),
  }),
  output: z.object({ group: Group, added: z.number().int().min(0), enrolled: z.number().int().min(0) }),
  async run(context, { id, studentIds: input, enroll }) {
    const { courseIds } = await lockVisibleGroup(context, id);
    await requireStudents(context, input);
    const studentIds = [...new Set(input)];
    const added = await insertGroupMembers(context, id, studentIds, context.now);
    const enrolled = enroll ? await enrollAll(context, studentIds, courseIds) : 0;
    if (added.length > 0) {
      await countGroupMembers(context, id, added.length, context.now);
      await markMembersUpdated(context, added);
    }
    return { group: serializeGroup(await mustExist(findGroup(context, id))), added: added.length, enrolled };
  },
  audit: ({ id }, { added, enrolled }) => about("group", id, { added, enrolled }),
  event: ({ id }, { added }) => (added > 0 ? groupUpdated(id) : []),
});

const maxEnrollments = 5000;

/** Enrolls students and keeps existing enrollments. Returns the number of newly enrolled students. */
async function enrollAll(context: Context, studentIds: string[], courseIds: string[]): Promise<number> {
  if (studentIds.length * courseIds.length > maxEnrollments) {
    throw new Problem(
      "too_many_rows",
      `A request can create at most ${maxEnrollments} enrollments. Send fewer students.`,
    );
  }
  const rows = courseIds.flatMap((courseId) =>
    studentIds.map((studentId) => ({ courseId, studentId, onExisting: "keep" as const, notify: true })),
  );
  const outcomes = await enrollMany(context, rows, { createStudents: false, source: "group" });
  const refused = outcomes.find((outcome) => outcome instanceof Problem);
  if (refused) throw refused;
  return outcomes.filter((outcome) => !(outcome instanceof Problem) && outcome.status === "created").length;
}

async function requireStudents(context: Context, studentIds: readonly string[]): Promise<void> {
  const known = new Set(await findStudentIds(context, studentIds));
  const [index, id] = studentIds.entries().find(([, one]) => !known.has(one)) ?? [];
  if (id === undefined) return;
  const detail = `No student has the ID ${formatId("member", id)}.`;
  throw validationFailed(`/studentIds/${index}`, "not_found", detail);
}

export const removeGroupStudent = operation({
  name: "removeGroupStudent",
  summary: "Remove a student from a group",
  description: "The student keeps their enrollments.",
  access: { scope: "students:write" },
  writes: true,
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
