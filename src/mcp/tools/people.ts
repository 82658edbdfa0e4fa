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
import { createMessage } from "#domain/people/messages/operations.ts";
import { getEnrollmentProgress } from "#domain/learning/progress/enrollment-progress.ts";
import { replaceUnlocks } from "#domain/learning/progress/replace-unlocks.ts";
import * as students from "#domain/learning/students/list-students.ts";
import { createStudent } from "#domain/learning/students/save-student.ts";
import { asRecord } from "#lib/json/is-record.ts";
import { courseIdOf } from "../calls/course-argument.ts";
import {
  adds,
  changeTool,
  overwrites,
  readTool,
  readToolOf,
  sets,
  stateTool,
  writeTool,
  writeToolOf,
} from "../definition/make-tool.ts";
import type { Tool } from "../definition/tool.ts";
import { listOfCourse, personal } from "./list-of-course.ts";

/** Any role other than student. A malformed list fails validation later. */
const givesStaffRole = ({ roles }: Record<string, unknown>): boolean =>
  !Array.isArray(roles) || roles.some((role) => role !== "student");

const { courseId: _courseId, ...person } = EnrollRow.shape;
const People = z.array(z.object(person).partial()).min(1).max(100);

/** Student, enrollment and member tools. */
export const peopleTools: readonly Tool[] = [
  readToolOf({
    name: "list_students",
    title: "List students",
    description:
      "Students with their names and numbers of enrolled and completed courses. course, progress_percent, inactive_since and enrolled_before together find stuck students. To include staff, use list_members; for the progress of each, use list_enrollments.",
    ...listOfCourse(students.listStudents),
  }),
  readTool({
    name: "get_student",
    title: "Get a student",
    description:
      "One student by ID: profile, tags, numbers of enrolled and completed courses, and last activity. For their enrollments, use list_enrollments with student_id.",
    operation: students.getStudent,
    personal,
    // No tool changes students.
    versioned: false,
  }),
  writeTool({
    name: "add_student",
    title: "Find or create a student",
    description:
      "Finds the student with an email address or creates one; created shows which. Sends no email unless notify is true. To enroll students in a course, use enroll_students, which can also create them.",
    operation: createStudent,
    hints: sets,
    personal,
  }),
  readToolOf({
    name: "list_enrollments",
    title: "List enrollments",
    description:
      "Enrollments with the student, progress and end of access. To find stuck students, use inactive_since with enrolled_before, or sort by progress_percent or last_activity_at: never-started ones come first. Change one with change_enrollment.",
    ...listOfCourse(enrollments.listEnrollments, { students: true }),
  }),
  readTool({
    name: "get_enrollment",
    title: "Get an enrollment",
    description:
      "One enrollment by ID with its progress, end of access and the etag for change_enrollment. For the progress by lecture, use get_progress; to find enrollments, use list_enrollments.",
    operation: enrollments.getEnrollment,
  }),
  writeToolOf({
    name: "enroll_students",
    title: "Enroll students in a course",
    description:
      "Enrolls 1 to 100 people, by student_id or email, in a course (ID or slug). create_students also creates students for unknown addresses. Returns one result per person. Existing enrollments stay unchanged.",
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
      const operations = people.map((row: unknown) => ({ ...asRecord(row), courseId }));
      return { operation: bulkEnroll, input: { ...rest, operations } };
    },
  }),
  stateTool({
    name: "change_enrollment",
    title: "Change an enrollment",
    description:
      "Extends one enrollment (days, until or lifetime), expires, revokes or reactivates it, by ID. Keeps progress. Find enrollments with list_enrollments; to enroll students, use enroll_students.",
    steps: {
      extend: enrollmentChanges.extendEnrollment,
      expire: enrollmentChanges.expireEnrollment,
      revoke: enrollmentChanges.revokeEnrollment,
      reactivate: enrollmentChanges.reactivateEnrollment,
    },
    argument: "action",
  }),
  readTool({
    name: "get_progress",
    title: "Get a student's progress",
    description:
      "Progress of one enrollment by section and lecture: completion times and last video position. Requires the enrollment ID; find it with list_enrollments, which also has the percentage of each enrollment.",
    operation: getEnrollmentProgress,
  }),
  writeTool({
    name: "unlock_content",
    title: "Unlock content early",
    description:
      "Replaces the set of scheduled content that is unlocked early for one enrollment: all, or section_ids and lecture_ids. An empty set locks it again. Does not affect other students. Find IDs with get_progress.",
    operation: replaceUnlocks,
    hints: sets,
  }),
  writeTool({
    name: "issue_certificate",
    title: "Issue a certificate",
    description:
      "Issues the certificate of a completed enrollment and notifies the student. Fails if the enrollment is not completed (see get_progress) or already has a valid certificate.",
    operation: issueCertificate,
    hints: sets,
  }),
  readTool({
    name: "list_members",
    title: "List members",
    description:
      "All people with a role on the site, staff and students. Filter by role, status, q or tag. For students with course counts, use list_students.",
    operation: members.listMembers,
    personal,
  }),
  readTool({
    name: "get_member",
    title: "Get a member",
    description:
      "One member by ID with roles, tags, custom fields and the etag for update_member. For a student's course counts, use get_student.",
    operation: members.getMember,
    personal,
  }),
  writeTool({
    name: "invite_member",
    title: "Invite a member",
    description:
      "Adds a person as a member with the given roles and emails an invitation if possible. Roles cannot be higher than your own. Roles other than student require confirm. To add students without sending an email, use add_student.",
    operation: addMember,
    hints: sets,
    personal,
    confirms: givesStaffRole,
  }),
  changeTool({
    name: "update_member",
    title: "Update a member",
    description:
      "Updates only the given profile fields, tags and custom fields of a member, by ID. Overwrites previous values permanently. For roles, use set_member_roles; to suspend, use set_member_state.",
    operation: updateMember,
    topLevel: ["id"],
    personal,
  }),
  writeTool({
    name: "set_member_roles",
    title: "Replace a member's roles",
    description:
      "Replaces all roles of a member; permissions change immediately. You cannot grant a role above your own or remove the last owner. Requires confirm.",
    operation: setMemberRoles,
    hints: overwrites,
    personal,
    versioned: true,
    confirms: true,
  }),
  stateTool({
    name: "set_member_state",
    title: "Suspend, reinstate or remove a member",
    description:
      "suspend ends a member's sessions and tokens immediately, unsuspend reinstates the member, and remove ends the membership of the site. unsuspend and remove require confirm. For access to one course, use change_enrollment.",
    steps: {
      suspend: memberStates.suspendMember,
      unsuspend: memberStates.unsuspendMember,
      remove: memberStates.removeMember,
    },
    personal,
    confirms: ({ state }) => state !== "suspend",
  }),
  writeTool({
    name: "send_message",
    title: "Send a message to members",
    description:
      "Emails an audience and notifies it in the inbox, now or at scheduled_at. Each person gets it once; those who unsubscribed are left out. Call with dry_run first: recipient_count shows how many. Requires confirm.",
    operation: createMessage,
    // An email cannot be taken back.
    hints: { ...adds, destructiveHint: true, openWorldHint: true },
    // A dry run queues no email.
    confirms: true,
    dryRunIsLocal: true,
  }),
];
