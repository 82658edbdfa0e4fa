import * as z from "zod";
import { issueCertificate } from "#domain/learning/certificates/operations.ts";
import * as enrollmentChanges from "#domain/learning/enrollments/change-enrollment.ts";
import { bulkEnroll } from "#domain/learning/enrollments/enroll.ts";
import { EnrollRow } from "#domain/learning/enrollments/enroll-row.ts";
import * as enrollments from "#domain/learning/enrollments/list-enrollments.ts";
import { ReferenceTo } from "#domain/platform/fields.ts";
import * as members from "#domain/people/members/list-members.ts";
import * as memberStates from "#domain/people/members/member-states.ts";
import { addMember, setMemberRoles } from "#domain/people/members/operations.ts";
import { updateMember } from "#domain/people/members/save-member.ts";
import { validationFailed } from "#domain/platform/problem.ts";
import { getEnrollmentProgress } from "#domain/learning/progress/enrollment-progress.ts";
import { replaceUnlocks } from "#domain/learning/progress/replace-unlocks.ts";
import * as students from "#domain/people/students/list-students.ts";
import { createStudent } from "#domain/people/students/save-student.ts";
import { courseIdOf } from "../course-argument.ts";
import {
  changeTool,
  overwrites,
  ownArguments,
  readTool,
  readToolOf,
  sets,
  stateTool,
  writeTool,
  writeToolOf,
} from "../make-tool.ts";
import type { Tool } from "../tool.ts";
import { words } from "../words.ts";

const personal = ["name", "email", "phone"];
const Course = ReferenceTo("course").optional();

/** Anything else than students alone: a malformed list is refused later. */
const givesStaffRole = ({ roles }: Record<string, unknown>): boolean =>
  !Array.isArray(roles) || roles.some((role) => role !== "student");

/** A list that can be narrowed to a course, by its id or slug. */
function listOfCourse(operation: typeof enrollments.listEnrollments | typeof students.listStudents) {
  const { courseId: _courseId, ...shape } = ownArguments(operation).shape as Record<string, z.ZodType>;
  return {
    arguments: z.object({ ...shape, course: Course }),
    operations: [operation] as const,
    async step({ course, ...input }: Record<string, unknown>, context: Parameters<Tool["step"]>[1]) {
      const narrowed = course === undefined ? {} : { courseId: [await courseIdOf(context, course)] };
      return { operation, input: { ...input, ...narrowed } };
    },
  };
}

const { courseId: _courseId, ...person } = EnrollRow.shape;
const People = z.array(z.object(person).partial()).min(1).max(100);

/** Who learns here, and who has a role. */
export const peopleTools: readonly Tool[] = [
  readToolOf(
    words(
      "list_students",
      "List students",
      "Students with how many courses they have and completed, 20 at a time; page.next_cursor is the cursor of the next page. Narrow with q, course or last_active_at. For staff too use list_members, for progress list_enrollments.",
    ),
    { ...listOfCourse(students.listStudents), personal },
  ),
  readTool(
    words(
      "get_student",
      "Read a student",
      "One student by id: profile, tags, how many courses they have and completed, when they were last active. For what they are enrolled in use list_enrollments with student_id.",
    ),
    students.getStudent,
    { personal },
  ),
  writeTool(
    words(
      "add_student",
      "Find or add a student",
      "Finds the student of an e-mail address or makes them one; created says which. No mail is sent unless notify is true. To put them into a course use enroll_students, which can add them too.",
    ),
    createStudent,
    sets,
    { personal },
  ),
  readToolOf(
    words(
      "list_enrollments",
      "List enrollments",
      "Who learns what, with progress and when access ends, 20 at a time; page.next_cursor is the cursor of the next page. Narrow with course (id or slug), student_id, status or expires_at. Change one with change_enrollment.",
    ),
    listOfCourse(enrollments.listEnrollments),
  ),
  writeToolOf(
    words(
      "enroll_students",
      "Enroll people in a course",
      "Enrolls 1 to 100 people, by student_id or email, in a course (id or slug); with create_students those who are new here become students. Answers for each person. Who has the course keeps it. Try it with dry_run.",
    ),
    {
      hints: sets,
      arguments: z.object({
        course: ReferenceTo("course"),
        people: People,
        createStudents: bulkEnroll.input.shape.createStudents,
      }),
      operations: [bulkEnroll],
      async step({ course, people, ...rest }, context) {
        if (!Array.isArray(people) || people.length === 0 || people.length > 100) {
          throw validationFailed("/people", "invalid_type", "Expected a list of 1 to 100 people.");
        }
        const courseId = await courseIdOf(context, course);
        const operations = people.map((row: unknown) => ({ ...(row as object), courseId }));
        return { operation: bulkEnroll, input: { ...rest, operations } };
      },
    },
  ),
  stateTool(
    words(
      "change_enrollment",
      "Change an enrollment",
      "Extends one enrollment (days, until or lifetime), lets it expire, revokes or reactivates it, by its id. Progress is kept. Find it with list_enrollments; try it with dry_run. To enroll somebody use enroll_students.",
    ),
    {
      extend: enrollmentChanges.extendEnrollment,
      expire: enrollmentChanges.expireEnrollment,
      revoke: enrollmentChanges.revokeEnrollment,
      reactivate: enrollmentChanges.reactivateEnrollment,
    },
    { argument: "action" },
  ),
  readTool(
    words(
      "get_progress",
      "Read a student's progress",
      "How far one enrollment is, by section and lecture: what is completed and when, and where a film was left. Takes the id of the enrollment; find it with list_enrollments, which has the percentage of each.",
    ),
    getEnrollmentProgress,
  ),
  writeTool(
    words(
      "unlock_content",
      "Open content early",
      "Replaces what of a course is open to one enrollment before its time: all, or section_ids and lecture_ids; none of them closes it again. Other students keep their schedule. See get_progress for the ids; try it with dry_run.",
    ),
    replaceUnlocks,
    sets,
  ),
  writeTool(
    words(
      "issue_certificate",
      "Issue a certificate",
      "Issues the certificate of an enrollment that is completed, and tells the student. Refused where it has a valid one already, or is not completed: see get_progress. Try it with dry_run.",
    ),
    issueCertificate,
    sets,
  ),
  readTool(
    words(
      "list_members",
      "List members",
      "Everybody with a role at the site, staff and students, 20 at a time; page.next_cursor is the cursor of the next page. Narrow with role, status, q or tag. For students and their courses use list_students.",
    ),
    members.listMembers,
    { personal },
  ),
  readTool(
    words(
      "get_member",
      "Read a member",
      "One person by id with roles, tags, custom fields and the etag for update_member. For a student's courses use get_student.",
    ),
    members.getMember,
    { personal, versioned: true },
  ),
  writeTool(
    words(
      "invite_member",
      "Invite somebody",
      "Makes a person a member with roles that are not above your own, and sends them an invitation by mail where that is possible. Any role but student needs confirm. Try it with dry_run. For students without mail use add_student.",
    ),
    addMember,
    sets,
    { personal, confirms: givesStaffRole },
  ),
  changeTool(
    words(
      "update_member",
      "Change a member",
      "Changes only the given fields of a person's profile, tags and custom fields, by id; the old values are lost. Use set_member_roles for roles and set_member_state to suspend. Try it with dry_run.",
    ),
    updateMember,
    { beside: ["id"], personal },
  ),
  writeTool(
    words(
      "set_member_roles",
      "Replace a member's roles",
      "Makes the roles of a member those given; others are taken away, and what they may do changes at once. Nobody gives a role above their own, and one owner stays. Needs confirm. Try it with dry_run.",
    ),
    setMemberRoles,
    overwrites,
    { personal, versioned: true, confirms: true },
  ),
  stateTool(
    words(
      "set_member_state",
      "Suspend or remove a member",
      "Suspends a member, which ends their sessions and tokens at once, lets them back with unsuspend, or removes them from the site; the last two need confirm. Try it with dry_run; for a single course use change_enrollment.",
    ),
    {
      suspend: memberStates.suspendMember,
      unsuspend: memberStates.unsuspendMember,
      remove: memberStates.removeMember,
    },
    { personal, confirms: ({ state }) => state !== "suspend" },
  ),
];
