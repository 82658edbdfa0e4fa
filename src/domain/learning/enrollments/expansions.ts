import type { Context } from "#domain/platform/context.ts";
import { itsCourse } from "#domain/offers/course-plans/expansions.ts";
import { named, owned } from "#domain/platform/expansion/expansion.ts";
import { listStudentsById } from "#domain/learning/students/queries.ts";
import { Student, serializeStudent } from "#domain/learning/students/student.ts";
import { listEnrollmentsOf, inOwnCourses } from "./queries.ts";
import { EnrollmentResource } from "./enrollment.ts";
import { serializeEnrollments } from "./serialize-enrollments.ts";

const studentId = (enrollment: { studentId: string }) => enrollment.studentId;

/** Only what tells students apart: agents read it with each row of a list. */
export const itsStudentInBrief = named(
  {
    scope: "students:read",
    item: Student.pick({ id: true, name: true, email: true }),
    find: async (context: Context, ids) =>
      (await listStudentsById(context, ids)).map((student) => {
        const { id, name, email } = serializeStudent(context, student);
        return { id, name, email };
      }),
  },
  studentId,
);

export const enrollmentExpansions = {
  student: named(
    {
      scope: "students:read",
      item: Student,
      find: async (context: Context, ids) =>
        (await listStudentsById(context, ids)).map((student) => serializeStudent(context, student)),
    },
    studentId,
  ),
  course: itsCourse,
};

/** Enrollments of a student or member. Only for single resources, because a page of members could include thousands. */
export const personExpansions = {
  enrollments: owned(
    {
      scope: "students:read",
      item: EnrollmentResource,
      find: async (context: Context, ids) =>
        serializeEnrollments(context, await listEnrollmentsOf(context, ids, inOwnCourses(context))),
    },
    studentId,
  ),
};
