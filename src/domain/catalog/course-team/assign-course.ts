import * as z from "zod";
import { inOrder, type Role, roles } from "#access/roles.ts";
import { about } from "#domain/platform/audit/about.ts";
import { findCourse, lockCourse, updateCourse } from "#domain/catalog/courses/queries.ts";
import { relate } from "#domain/catalog/courses/relations.ts";
import type { Context } from "#domain/platform/context.ts";
import { requireAuthentication } from "#domain/platform/authentication/require-authentication.ts";
import { freeSlug } from "#domain/platform/names/free-slug.ts";
import { formatId, Id, newId } from "#domain/platform/ids.ts";
import { mustExist } from "#domain/platform/must-exist.ts";
import { requireScopes } from "#domain/platform/callers/authorize.ts";
import { operation } from "#domain/platform/operation.ts";
import { eventAbout } from "#domain/platform/outbox/event-about.ts";
import { recordEvents } from "#domain/platform/outbox/record-event.ts";
import { invalidState, RetryableProblem, validationFailed } from "#domain/platform/problem.ts";
import { requireMayChange } from "#domain/platform/callers/role-rules.ts";
import type { MemberRecord } from "#domain/people/members/member.ts";
import { lockRoles, lockMemberOr404 } from "#domain/people/members/queries.ts";
import { replaceRoles } from "#domain/people/members/roles/replace-roles.ts";
import { findLecturer, findLecturerOfMember, insertLecturer } from "#domain/catalog/lecturers/queries.ts";

/** Roles whose rights are limited to the courses of a person. */
const teachingRoles = ["lecturer", "teaching_assistant"] as const;

export const assignCourse = operation({
  name: "assignCourse",
  summary: "Let a member teach a course",
  description:
    "Adds the role, unless the member has it or a higher one, creates a lecturer profile if there is none, and adds it to the course. The new profile of a teaching assistant is hidden. Also requires `members:write` and `courses:write`.",
  writes: "lecturers:write",
  input: z.object({ id: Id("member"), courseId: Id("course"), role: z.enum(teachingRoles) }),
  output: z.object({ id: Id("member"), courseId: Id("course"), lecturerId: Id("lecturer") }),
  async run(context, { id, courseId, role }) {
    requireScopes(context.caller, ["lecturers:write", "members:write", "courses:write"]);
    await lockRoles(context);
    const member = await lockMemberOr404(context, id);
    requireMayChange(context.caller, member.roles, [role]);
    if (member.status === "removed") throw invalidState("member", member.status, "given a course", []);
    const course = await lockCourse(context, { id: courseId });
    if (!course || course.deletedAt) {
      throw validationFailed("/courseId", "not_found", `No course has the ID ${formatId("course", courseId)}.`);
    }
    if (!holdsRole(member, role)) {
      await requireAuthentication({ subject: "roles" }, context, {});
      await replaceRoles(context, member, inOrder([...member.roles, role]));
    }
    const lecturerId = await profileOf(context, member, role);
    if (!course.lecturerIds.includes(lecturerId)) {
      await relate(context, courseId, { lecturerIds: [...course.lecturerIds, lecturerId] });
      await updateCourse(context, course, {}, context.now);
      await mustExist(findCourse(context, { id: courseId }));
      await recordEvents(context, [eventAbout("course.updated", "course", courseId)]);
    }
    return { id, courseId, lecturerId };
  },
  audit: ({ id, role }, { courseId }) => about("course", courseId, { member: formatId("member", id), role }),
});

/** True with this role or a higher one, which gives at least the same rights. */
const holdsRole = ({ roles: own }: MemberRecord, role: Role): boolean =>
  own.some((one) => roles.indexOf(one) <= roles.indexOf(role));

const slugFor = (context: Context, name: string): Promise<string> =>
  freeSlug(context, name, "lecturer", async (slug) => (await findLecturer(context, { slug })) !== undefined);

async function profileOf(context: Context, { id, name, email }: MemberRecord, role: Role): Promise<string> {
  const existingProfile = await findLecturerOfMember(context, id);
  if (existingProfile) return existingProfile.id;
  // The part before the @ is shown to staff only until they change it.
  const displayName = name ?? email.slice(0, email.indexOf("@"));
  const visible = role === "lecturer" && name !== null;
  const profile = { id: newId(), name: displayName, slug: await slugFor(context, displayName), memberId: id, visible };
  if (!(await insertLecturer(context, profile, context.now))) {
    throw new RetryableProblem("conflict", "The profile of the member was created concurrently.");
  }
  await recordEvents(context, [eventAbout("lecturer.created", "lecturer", profile.id)]);
  return profile.id;
}
