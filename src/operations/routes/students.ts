import * as certificates from "#domain/learning/certificates/operations.ts";
import { itsCertificates } from "#domain/learning/certificates/expansions.ts";
import * as enrollmentChanges from "#domain/learning/enrollments/change-enrollment.ts";
import { bulkEnroll, enrollStudent } from "#domain/learning/enrollments/enroll.ts";
import { enrollmentExpansions, personExpansions } from "#domain/learning/enrollments/expansions.ts";
import * as enrollments from "#domain/learning/enrollments/list-enrollments.ts";
import * as groupStudents from "#domain/learning/groups/group-students.ts";
import * as groups from "#domain/learning/groups/operations.ts";
import { getEnrollmentProgress } from "#domain/learning/progress/enrollment-progress.ts";
import { replaceUnlocks } from "#domain/learning/progress/replace-unlocks.ts";
import { listLectureProgress } from "#domain/learning/progress/list-lecture-progress.ts";
import { bulkProgressEvents, reportProgress } from "#domain/learning/progress/report-events.ts";
import { resetProgress } from "#domain/learning/progress/reset-progress.ts";
import * as attempts from "#domain/learning/quiz-attempts/operations.ts";
import { bulkQuizAttempts } from "#domain/learning/quiz-attempts/bulk-record.ts";
import { regradeQuizAttempt } from "#domain/learning/quiz-attempts/regrade.ts";
import { recordSubmission } from "#domain/learning/submissions/record-submission.ts";
import * as submissions from "#domain/learning/submissions/operations.ts";
import { bulkStudents } from "#domain/learning/students/bulk-students.ts";
import * as students from "#domain/learning/students/list-students.ts";
import * as studentChanges from "#domain/learning/students/save-student.ts";
import { act, bulk, change, create, read, remove, replace, type Route } from "../route.ts";

/** Students, enrollments and groups. */
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
  bulk("/quiz_attempts/bulk", bulkQuizAttempts),
  act("/quiz_attempts/:id/regrade", regradeQuizAttempt),
  read("/submissions", submissions.listSubmissions, enrollmentExpansions),
  read("/submissions/:id", submissions.getSubmission, enrollmentExpansions),
  create("/submissions", recordSubmission),
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
