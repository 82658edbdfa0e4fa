import { recordset, type Sql, sql } from "#database/statements/sql.ts";
import { table, tableNamed } from "#database/table/table.ts";
import type { Context, SiteScope } from "#domain/platform/context.ts";
import type { EarlierVersion, SubmissionRow } from "./submission.ts";

/** A submission of another site, with its history. */
export interface FormerSubmission extends Omit<
  SubmissionRow,
  "version" | "files" | "timeZone" | "createdAt" | "updatedAt"
> {
  feedbackAt: Date | null;
  earlierVersions: EarlierVersion[];
}

/** Inserts submissions of other enrollments and assignments than the site has. Returns the IDs of the inserted ones. */
export async function insertFormerSubmissions(
  { db, site, now }: Pick<Context, "db" | "site" | "now">,
  submissions: readonly FormerSubmission[],
): Promise<Set<string>> {
  if (submissions.length === 0) return new Set();
  const inserted = await db.write.many<{ id: string }>`
    insert into submissions (site_id, id, lecture_id, enrollment_id, student_id, course_id, status, text, url, file_ids,
                             submitted_at, due_at, given_score, score, feedback_markdown, feedback_html, feedback_at,
                             graded_by, graded_at, external_id, metadata, earlier_versions, created_at, updated_at)
    select ${site.id}, id, lecture_id, enrollment_id, student_id, course_id, status, text, url, file_ids, submitted_at,
           due_at, given_score, score, feedback_markdown, feedback_html, feedback_at, graded_by, graded_at, external_id,
           metadata, earlier_versions, ${now}, ${now}
      from jsonb_populate_recordset(null::submissions, ${recordset(submissions)}::jsonb)
    on conflict do nothing returning id`;
  return new Set(inserted.map(({ id }) => id));
}

/** The rows of this site that submissions can refer to. */
export interface SubmissionReferences {
  /** By ID. */
  enrollments: ReadonlyMap<string, { studentId: string; courseId: string }>;
  /** Courses of lectures that have an assignment. */
  assignments: ReadonlyMap<string, string>;
  /** Files of submissions, by ID, with their external IDs. */
  files: ReadonlyMap<string, string | null>;
  members: ReadonlySet<string>;
}

type Referring = Pick<SubmissionRow, "enrollmentId" | "lectureId" | "fileIds" | "gradedBy">;

export async function findSubmissionReferences(
  { db, site }: SiteScope,
  submissions: readonly Referring[],
): Promise<SubmissionReferences> {
  const idsOf = (read: (submission: Referring) => string[]): string[] => submissions.flatMap(read);
  const present = (table: Sql, ids: readonly string[]): Sql => tableNamed(table).withIds(site.id, ids);
  const enrollments = await db.many<{ id: string; studentId: string; courseId: string }>`
    select id, student_id, course_id from ${present(
      sql`enrollments`,
      idsOf(({ enrollmentId }) => [enrollmentId]),
    )} where ${table("enrollments").present}`;
  const assignments = await db.many<{ id: string; courseId: string }>`
    select lectures.id, lectures.course_id
      from ${present(
        sql`lectures`,
        idsOf(({ lectureId }) => [lectureId]),
      )}
     cross join ${table("assignments").joined(site.id, sql`lectures.id`, "lecture_id")}
     where ${table("lectures").present} order by lectures.id for key share of lectures`;
  const fileIds = idsOf((submission) => submission.fileIds);
  const files =
    fileIds.length === 0
      ? []
      : await db.many<{ id: string; externalId: string | null }>`
          select id, external_id from ${present(sql`files`, fileIds)}
           where purpose = 'submission' and ${table("files").present}`;
  const graders = idsOf(({ gradedBy }) => (gradedBy === null ? [] : [gradedBy]));
  const members =
    graders.length === 0
      ? []
      : await db.many<{ id: string }>`
          select id from ${present(sql`members`, graders)} where ${table("members").present}`;
  return {
    enrollments: new Map(enrollments.map((one) => [one.id, one])),
    assignments: new Map(assignments.map(({ id, courseId }) => [id, courseId])),
    files: new Map(files.map(({ id, externalId }) => [id, externalId])),
    members: new Set(members.map(({ id }) => id)),
  };
}
