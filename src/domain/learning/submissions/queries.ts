import { sql } from "#database/statements/sql.ts";
import { defineTable } from "#database/table/define-table.ts";
import { table } from "#database/table/table.ts";
import type { SiteScope } from "#domain/platform/context.ts";
import { attachedFiles } from "#domain/files/files/queries.ts";
import type { EarlierVersion, SubmissionRow } from "./submission.ts";

export const columns = sql`
  submissions.id, submissions.lecture_id, submissions.enrollment_id, submissions.student_id, submissions.course_id,
  submissions.status, submissions.text, submissions.url, submissions.file_ids, submissions.submitted_at,
  submissions.due_at, submissions.given_score::float8 as given_score, submissions.score::float8 as score,
  submissions.feedback_markdown, submissions.feedback_html, submissions.graded_by, submissions.graded_at,
  submissions.external_id, submissions.metadata, submissions.version, submissions.created_at, submissions.updated_at,
  coalesce((select schools.time_zone from schools where schools.site_id = submissions.site_id), 'UTC') as time_zone,
  ${attachedFiles(sql`submissions`)} as files`;

type StoredSubmission = Omit<SubmissionRow, "files" | "timeZone"> & StoredHistory;

export const {
  find: findSubmission,
  lock: lockSubmission,
  insert: insertSubmission,
  update: updateSubmission,
} = defineTable<
  SubmissionRow,
  Partial<StoredSubmission> & Pick<SubmissionRow, "id">,
  Partial<Omit<StoredSubmission, "id" | "version">>
>("submissions", { columns, lists: ["earlierVersions"] });

/** A student's submission for an assignment. */
export const findOwnSubmission = ({ db, site }: SiteScope, enrollmentId: string, lectureId: string) =>
  db.first<SubmissionRow>`
    select ${columns} from submissions
     where site_id = ${site.id} and enrollment_id = ${enrollmentId} and lecture_id = ${lectureId}
       and deleted_at is null`;

/** All submissions of an enrollment, deleted ones included, locked until the transaction ends. */
export const listSubmissionsOfEnrollment = ({ db, site }: SiteScope, enrollmentId: string) =>
  db.many<SubmissionRow & { deletedAt: Date | null }>`
    select ${columns}, submissions.deleted_at from submissions
     where site_id = ${site.id} and enrollment_id = ${enrollmentId} order by id for no key update`;

interface StoredHistory {
  earlierVersions: EarlierVersion[];
  feedbackAt: Date | null;
}

/** Earlier versions of a submission, oldest first, and the time of its feedback. */
export async function findHistory({ db, site }: SiteScope, id: string): Promise<StoredHistory> {
  const found = await db.first<StoredHistory>`
    select earlier_versions, feedback_at from submissions where site_id = ${site.id} and id = ${id}`;
  return found ?? { earlierVersions: [], feedbackAt: null };
}

/** Returns the histories of submissions by their IDs. */
export async function findHistories(
  { db, site }: SiteScope,
  ids: readonly string[],
): Promise<Map<string, StoredHistory>> {
  const found = await db.many<StoredHistory & { id: string }>`
    select id, earlier_versions, feedback_at from ${table("submissions").withIds(site.id, ids)}
     where ${table("submissions").present}`;
  return new Map(found.map(({ id, ...history }) => [id, history]));
}

/** Maximum number of stored earlier versions of a submission. The oldest are deleted. */
export const maxVersions = 20;

export async function keepVersion({ db, site }: SiteScope, id: string, version: EarlierVersion): Promise<void> {
  await db.run`
    update submissions
       set earlier_versions = (case when jsonb_array_length(earlier_versions) >= ${maxVersions}
                                    then earlier_versions - 0 else earlier_versions end)
                              || ${JSON.stringify([version])}::jsonb
     where site_id = ${site.id} and id = ${id}`;
}

/** Returns the assignment and course names for the notification. */
export const findNotificationContext = ({ db, site }: SiteScope, { lectureId }: Pick<SubmissionRow, "lectureId">) =>
  db.first<{ assignment: string; course: string; slug: string }>`
    select lectures.title as assignment, courses.name as course, courses.slug
      from lectures
      join courses on courses.site_id = lectures.site_id and courses.id = lectures.course_id
     where lectures.site_id = ${site.id} and lectures.id = ${lectureId}`;
