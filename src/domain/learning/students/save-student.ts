import * as z from "zod";
import { about } from "#domain/platform/audit/about.ts";
import { unchanged } from "#domain/platform/outcome.ts";
import type { Context } from "#domain/platform/context.ts";
import { isConfined } from "#domain/platform/callers/is-confined.ts";
import { formatId, Id } from "#domain/platform/ids.ts";
import { mustExist } from "#domain/platform/must-exist.ts";
import { invite } from "#domain/people/invitations/post-invitation.ts";
import { addMemberTo } from "#domain/people/members/add-member.ts";
import { changeProfile, newProfile } from "#domain/people/members/profile/change-profile.ts";
import type { MemberRecord } from "#domain/people/members/member.ts";
import { createdEvents, updatedEvents } from "#domain/people/members/member-event.ts";
import { findMemberByEmail, lockMember, lockRoles } from "#domain/people/members/queries.ts";
import { makeAlsoStudent } from "#domain/people/members/roles/replace-roles.ts";
import { requireMayChange } from "#domain/platform/callers/role-rules.ts";
import { operation } from "#domain/platform/operation.ts";
import { recordEvents } from "#domain/platform/outbox/record-event.ts";
import { notFound, Problem } from "#domain/platform/problem.ts";
import { requireVersion } from "#domain/platform/version.ts";
import { findStudent, readStudent } from "./queries.ts";
import { NewStudent, Student, StudentChanges, serializeStudent, requireVisibleChanges } from "./student.ts";

export const createStudent = operation({
  name: "createStudent",
  summary: "Add a student",
  description: "Returns the existing student unchanged if the person is already a student.",
  writes: "students:write",
  input: NewStudent.extend({
    notify: z.boolean().default(false).meta({ description: "Notifies the person by email" }),
  }),
  output: z.object({ student: Student, created: z.boolean() }),
  async run(context, { notify, ...fields }) {
    requireVisibleChanges(context, fields);
    const { member, created } = await makeStudent(context, fields);
    if (notify && created && context.mail) await invite(context, member);
    return { student: serializeStudent(context, await readStudent(context, member.id)), created };
  },
  audit: (_input, { student, created }) => about("member", student.id, { created }),
});

/** Returns the person with this address as a student: unchanged if they are one, otherwise with the role added. */
async function makeStudent(
  context: Context,
  { email, name, ...input }: z.output<typeof NewStudent>,
): Promise<{ member: MemberRecord; created: boolean }> {
  const existing = await findMemberByEmail(context, email);
  if (existing && existing.status !== "removed")
    return { member: await makeKnownStudent(context, existing), created: false };
  if (existing && isConfined(context)) {
    throw new Problem(
      "role_required",
      "This person was removed from the site. An owner or manager can add them again.",
    );
  }
  const profile = await newProfile(context, input, existing?.id);
  const newMember = { email, name: name ?? null, roles: ["student" as const], returns: true, profile };
  const member = await addMemberTo(context, newMember, context.now);
  await recordEvents(context, createdEvents(member));
  return { member, created: true };
}

async function makeKnownStudent(context: Context, existing: MemberRecord): Promise<MemberRecord> {
  if (isConfined(context) && !(await findStudent(context, existing.id))) {
    throw new Problem(
      "already_member",
      "This person is already a member of the site. Enroll their address in a course instead.",
    );
  }
  if (existing.roles.includes("student")) return existing;
  await lockRoles(context);
  return makeAlsoStudent(context, await mustExist(lockMember(context, existing.id)));
}

export const updateStudent = operation({
  name: "updateStudent",
  summary: "Update a student",
  description: "The email address and the roles cannot be changed here.",
  writes: "students:write",
  input: StudentChanges.extend({ id: Id("member") }),
  output: Student,
  async run(context, { id, ...changes }) {
    const existing = (await findStudent(context, id)) && (await lockMember(context, id));
    if (!existing) throw notFound("student", formatId("member", id));
    requireVersion(context, existing);
    requireVisibleChanges(context, changes);
    if (isConfined(context)) requireMayChange(context.caller, existing.roles);
    const { output: member, changed } = await changeProfile(context, existing, changes);
    if (!changed) return unchanged(serializeStudent(context, await readStudent(context, id)));
    await recordEvents(context, updatedEvents(member));
    return serializeStudent(context, await readStudent(context, id));
  },
});
