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
  metadata,
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
  readToolOf(
    metadata(
      "list_students",
      "List students",
      "Students with their names and numbers of enrolled and completed courses. course, progress_percent, inactive_since and enrolled_before together find stuck students. To include staff, use list_members; for the progress of each, use list_enrollments.",
    ),
    listOfCourse(students.listStudents),
  ),
  readTool(
    metadata(
      "get_student",
      "Get a student",
      "One student by ID: profile, tags, numbers of enrolled and completed courses, and last activity. For their enrollments, use list_enrollments with student_id.",
    ),
    students.getStudent,
    { personal },
  ),
  writeTool(
    metadata(
      "add_student",
      "Find or create a student",
      "Finds the student with an email address or creates one; created shows which. Sends no email unless notify is true. To enroll students in a course, use enroll_students, which can also create them.",
    ),
    createStudent,
    sets,
    { personal },
  ),
  readToolOf(
    metadata(
      "list_enrollments",
      "List enrollments",
      "Enrollments with the student, progress and end of access. To find stuck students, use inactive_since with enrolled_before, or sort by progress_percent or last_activity_at: never-started ones come first. Change one with change_enrollment.",
    ),
    listOfCourse(enrollments.listEnrollments, { students: true }),
  ),
  readTool(
    metadata(
      "get_enrollment",
      "Get an enrollment",
      "One enrollment by ID with its progress, end of access and the etag for change_enrollment. For the progress by lecture, use get_progress; to find enrollments, use list_enrollments.",
    ),
    enrollments.getEnrollment,
    { versioned: true },
  ),
  writeToolOf(
    metadata(
      "enroll_students",
      "Enroll students in a course",
      "Enrolls 1 to 100 people, by student_id or email, in a course (ID or slug). create_students also creates students for unknown addresses. Returns one result per person. Existing enrollments stay unchanged.",
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
        const operations = people.map((row: unknown) => ({ ...asRecord(row), courseId }));
        return { operation: bulkEnroll, input: { ...rest, operations } };
      },
    },
  ),
  stateTool(
    metadata(
      "change_enrollment",
      "Change an enrollment",
      "Extends one enrollment (days, until or lifetime), expires, revokes or reactivates it, by ID. Keeps progress. Find enrollments with list_enrollments; to enroll students, use enroll_students.",
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
    metadata(
      "get_progress",
      "Get a student's progress",
      "Progress of one enrollment by section and lecture: completion times and last video position. Requires the enrollment ID; find it with list_enrollments, which also has the percentage of each enrollment.",
    ),
    getEnrollmentProgress,
  ),
  writeTool(
    metadata(
      "unlock_content",
      "Unlock content early",
      "Replaces the set of scheduled content that is unlocked early for one enrollment: all, or section_ids and lecture_ids. An empty set locks it again. Does not affect other students. Find IDs with get_progress.",
    ),
    replaceUnlocks,
    sets,
  ),
  writeTool(
    metadata(
      "issue_certificate",
      "Issue a certificate",
      "Issues the certificate of a completed enrollment and notifies the student. Fails if the enrollment is not completed (see get_progress) or already has a valid certificate.",
    ),
    issueCertificate,
    sets,
  ),
  readTool(
    metadata(
      "list_members",
      "List members",
      "All people with a role on the site, staff and students. Filter by role, status, q or tag. For students with course counts, use list_students.",
    ),
    members.listMembers,
    { personal },
  ),
  readTool(
    metadata(
      "get_member",
      "Get a member",
      "One member by ID with roles, tags, custom fields and the etag for update_member. For a student's course counts, use get_student.",
    ),
    members.getMember,
    { personal, versioned: true },
  ),
  writeTool(
    metadata(
      "invite_member",
      "Invite a member",
      "Adds a person as a member with the given roles and emails an invitation if possible. Roles cannot be higher than your own. Roles other than student require confirm. To add students without sending an email, use add_student.",
    ),
    addMember,
    sets,
    { personal, confirms: givesStaffRole },
  ),
  changeTool(
    metadata(
      "update_member",
      "Update a member",
      "Updates only the given profile fields, tags and custom fields of a member, by ID. Overwrites previous values permanently. For roles, use set_member_roles; to suspend, use set_member_state.",
    ),
    updateMember,
    { topLevel: ["id"], personal },
  ),
  writeTool(
    metadata(
      "set_member_roles",
      "Replace a member's roles",
      "Replaces all roles of a member; permissions change immediately. You cannot grant a role above your own or remove the last owner. Requires confirm.",
    ),
    setMemberRoles,
    overwrites,
    { personal, versioned: true, confirms: true },
  ),
  stateTool(
    metadata(
      "set_member_state",
      "Suspend, reinstate or remove a member",
      "suspend ends a member's sessions and tokens immediately, unsuspend reinstates the member, and remove ends the membership of the site. unsuspend and remove require confirm. For access to one course, use change_enrollment.",
    ),
    {
      suspend: memberStates.suspendMember,
      unsuspend: memberStates.unsuspendMember,
      remove: memberStates.removeMember,
    },
    { personal, confirms: ({ state }) => state !== "suspend" },
  ),
  writeTool(
    metadata(
      "send_message",
      "Send a message to members",
      "Emails an audience and notifies it in the inbox, now or at scheduled_at. Each person gets it once; those who unsubscribed are left out. Call with dry_run first: recipient_count shows how many. Requires confirm.",
    ),
    createMessage,
    // An email cannot be taken back.
    { ...adds, destructiveHint: true, openWorldHint: true },
    // A dry run queues no email.
    { confirms: true, dryRunIsLocal: true },
  ),
];
