import type { TaskList } from "graphile-worker";
import type { Database } from "#database/database.ts";
import type { Storage } from "#domain/platform/storage/storage.ts";
import type { Postbox } from "#domain/messages/mail/postbox.ts";

interface MemberJobs {
  db: Database;
  clock: () => Date;
  mail: Postbox | undefined;
  storage: Storage | undefined;
}

/** Tasks about members and their enrollments, queued by changes. */
export const memberTasks = ({ db, clock, mail, storage }: MemberJobs): TaskList => ({
  async mark_members(payload) {
    const { markMembers } = await import("#domain/people/members/mark-updated.ts");
    await markMembers(db, payload, clock());
  },
  async mark_enrollments(payload) {
    const { markEnrollments } = await import("#domain/learning/progress/progress-percent.ts");
    await markEnrollments(db, payload, clock());
  },
  async enroll_group(payload) {
    const { enrollGroupStudents } = await import("#domain/learning/groups/jobs/enroll-group-students.ts");
    await enrollGroupStudents(db, payload, clock(), mail);
  },
  async apply_held_grade(payload) {
    const { applyHeldGrade } = await import("#domain/learning/submissions/jobs/apply-held-grade.ts");
    await applyHeldGrade(db, payload, { now: clock(), mail: mail, storage });
  },
  async complete_enrollments(payload) {
    const { completeOfChangedCourse } = await import("#domain/learning/enrollments/jobs/complete-enrollments.ts");
    await completeOfChangedCourse(db, payload, { now: clock(), mail: mail });
  },
  async mark_named_rows(payload) {
    const { markNamedRows } = await import("#domain/people/members/mark-named.ts");
    await markNamedRows(db, payload, clock());
  },
  async settle_directory_roles(payload) {
    const { settleDirectoryRoles } = await import("#domain/people/provisioning/members/settle-directory.ts");
    await settleDirectoryRoles(db, payload, clock());
  },
  async ask_own_merge(payload) {
    const { askOwnMerge } = await import("#domain/privacy/merges/jobs/ask-own-merge.ts");
    await askOwnMerge(db, payload, { now: clock(), mail });
  },
});
