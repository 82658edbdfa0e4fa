import * as certificates from "#domain/certificates/operations.ts";
import { itsCertificates } from "#domain/certificates/expansions.ts";
import * as enrollmentChanges from "#domain/enrollments/change-enrollment.ts";
import { bulkEnroll, enrollStudent } from "#domain/enrollments/enroll.ts";
import { enrollmentExpansions, personExpansions } from "#domain/enrollments/expansions.ts";
import * as enrollments from "#domain/enrollments/list-enrollments.ts";
import * as groupStudents from "#domain/groups/group-students.ts";
import * as groups from "#domain/groups/operations.ts";
import { getEnrollmentProgress } from "#domain/progress/enrollment-progress.ts";
import { replaceUnlocks } from "#domain/progress/replace-unlocks.ts";
import { listLectureProgress } from "#domain/progress/list-lecture-progress.ts";
import { bulkProgressEvents, reportProgress } from "#domain/progress/report-events.ts";
import { resetProgress } from "#domain/progress/reset-progress.ts";
import * as attempts from "#domain/quiz-attempts/operations.ts";
import { regradeQuizAttempt } from "#domain/quiz-attempts/regrade.ts";
import * as submissions from "#domain/submissions/operations.ts";
import { bulkStudents } from "#domain/students/bulk-students.ts";
import * as students from "#domain/students/list-students.ts";
import * as studentChanges from "#domain/students/save-student.ts";
import { act, bulk, change, create, read, remove, replace, type Route } from "../route.ts";

/** Who learns what: students, enrollments and groups. */
export const studentRoutes: readonly Route[] = [
  read("/students", students.listStudents),
  read("/students/:id", students.getStudent, { ...personExpansions, certificates: itsCertificates }),
  create("/students", studentChanges.createStudent),
  change("/students/:id", studentChanges.updateStudent),
  bulk("/students/bulk", bulkStudents),
  read("/enrollments", enrollments.listEnrollments, enrollmentExpansions),
  read("/enrollments/:id", enrollments.getEnrollment, enrollmentExpansions),
  create("/enrollments", enrollStudent),
  bulk("/enrollments/bulk", bulkEnroll),
  change("/enrollments/:id", enrollmentChanges.updateEnrollmentOf),
  act("/enrollments/:id/extend", enrollmentChanges.extendEnrollment),
  act("/enrollments/:id/expire", enrollmentChanges.expireEnrollment),
  act("/enrollments/:id/revoke", enrollmentChanges.revokeEnrollment),
  act("/enrollments/:id/reactivate", enrollmentChanges.reactivateEnrollment),
  read("/enrollments/:id/progress", getEnrollmentProgress),
  read("/lecture_progress", listLectureProgress),
  bulk("/enrollments/:id/progress", reportProgress),
  bulk("/progress_events/bulk", bulkProgressEvents),
  act("/enrollments/:id/reset_progress", resetProgress),
  replace("/enrollments/:id/unlocks", replaceUnlocks),
  read("/quiz_attempts", attempts.listQuizAttempts, enrollmentExpansions),
  read("/quiz_attempts/:id", attempts.getQuizAttempt, enrollmentExpansions),
  create("/quiz_attempts", attempts.recordQuizAttempt),
  act("/quiz_attempts/:id/regrade", regradeQuizAttempt),
  read("/submissions", submissions.listSubmissions, enrollmentExpansions),
  read("/submissions/:id", submissions.getSubmission, enrollmentExpansions),
  act("/submissions/:id/grade", submissions.gradeSubmission),
  read("/certificates", certificates.listCertificates, enrollmentExpansions),
  read("/certificates/:id", certificates.getCertificate, enrollmentExpansions),
  create("/certificates", certificates.issueCertificate),
  act("/certificates/:id/revoke", certificates.revokeCertificate),
  read("/groups", groups.listGroups),
  read("/groups/:id", groups.getGroup),
  create("/groups", groups.createGroup),
  change("/groups/:id", groups.updateGroup),
  remove("/groups/:id", groups.deleteGroup),
  read("/groups/:id/students", groupStudents.listGroupStudents),
  bulk("/groups/:id/students", groupStudents.addGroupStudents),
  remove("/groups/:id/students/:studentId", groupStudents.removeGroupStudent),
];
