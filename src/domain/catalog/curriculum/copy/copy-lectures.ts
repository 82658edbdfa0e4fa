import { contentOf } from "#database/content/content-of.ts";
import { sql } from "#database/statements/sql.ts";
import { table } from "#database/table/table.ts";
import type { SiteScope } from "#domain/platform/context.ts";
import { newId } from "#domain/platform/ids.ts";
import { validationFailed } from "#domain/platform/problem.ts";
import { recountCourses } from "#domain/catalog/curriculum/tree/recount-courses.ts";

/** A lecture to copy, and the place of its copy. */
export interface LectureCopy {
  from: string;
  id: string;
  courseId: string;
  sectionId: string;
  position: number;
  /** Undefined: those of the original. */
  title?: string | undefined;
  status?: "draft" | "published" | undefined;
}

/** Bytes of texts, questions and instructions that one transaction copies. */
const maxBytes = 32 * 1024 * 1024;

/** A row without its text: bounds the number of attachments too. */
const bytesPerAttachment = 1024;

/** Throws if the lectures are too large for one transaction. Measures them as they are stored. */
async function requireCopyable({ db, site }: SiteScope, ids: readonly string[]): Promise<void> {
  const { size } = await db.one<{ size: number }>`
    select coalesce(sum(coalesce(pg_column_size(lectures.body_markdown), 0)
                        + coalesce(pg_column_size(lectures.body_html), 0)
                        + coalesce((select pg_column_size(quizzes.questions) from quizzes
                                     where quizzes.site_id = ${site.id} and quizzes.lecture_id = lectures.id), 0)
                        + coalesce((select pg_column_size(assignments.instructions_markdown)
                                           + pg_column_size(assignments.instructions_html)
                                           + pg_column_size(assignments.rubric)
                                      from assignments
                                     where assignments.site_id = ${site.id} and assignments.lecture_id = lectures.id), 0)
                        + coalesce((select sum(${bytesPerAttachment}::integer
                                               + coalesce(pg_column_size(attachments.text), 0))
                                      from attachments
                                     where attachments.site_id = ${site.id} and attachments.lecture_id = lectures.id
                                       and attachments.deleted_at is null), 0)
           ), 0)::bigint as size
      from ${table("lectures").withIds(site.id, ids)}`;
  if (size <= maxBytes) return;
  throw validationFailed("", "too_large", "This is too large for one copy. Copy it in smaller parts.");
}

/**
 * Copies lectures with their attachments, quiz and assignment, without external IDs, progress and answers. Media files
 * are shared. Returns the IDs of the copied attachments by those of the originals.
 */
export async function copyLectures(
  scope: SiteScope,
  copies: readonly LectureCopy[],
  now: Date,
): Promise<ReadonlyMap<string, string>> {
  const { db, site } = scope;
  const sources = copies.map(({ from }) => from);
  await requireCopyable(scope, sources);
  const copied = sql`jsonb_to_recordset(${JSON.stringify(copies)})
      as copied (id uuid, "from" uuid, "courseId" uuid, "sectionId" uuid, position integer, title text, status text)`;
  await db.run`
    insert into lectures (site_id, id, course_id, section_id, title, position, kind, status, is_preview, required,
                          body_markdown, body_html, duration_seconds, video, live, completion_rule, drip, min_role,
                          metadata, search_terms, created_at, updated_at)
    select ${contentOf(site.id)}, copied.id, copied."courseId", copied."sectionId", coalesce(copied.title, lectures.title),
           copied.position, lectures.kind, coalesce(copied.status, lectures.status), lectures.is_preview,
           lectures.required, lectures.body_markdown, lectures.body_html, lectures.duration_seconds, lectures.video,
           lectures.live, lectures.completion_rule, lectures.drip, lectures.min_role, lectures.metadata,
           lectures.search_terms, ${now}, ${now}
      from ${table("lectures").withIds(site.id, sources)}
      join ${copied} on copied."from" = lectures.id`;
  await recountCourses(
    scope,
    "courses",
    copies.map(({ courseId }) => courseId),
  );
  await db.run`
    insert into quizzes (site_id, lecture_id, pass_percent, attempts_allowed, time_limit_seconds, shuffle, show_answers,
                         questions, metadata, created_at, updated_at)
    select ${site.id}, copied.id, quizzes.pass_percent, quizzes.attempts_allowed, quizzes.time_limit_seconds,
           quizzes.shuffle, quizzes.show_answers, quizzes.questions, quizzes.metadata, ${now}, ${now}
      from ${copied}
      join quizzes on quizzes.site_id = ${site.id} and quizzes.lecture_id = copied."from"
       and quizzes.deleted_at is null`;
  await db.run`
    insert into assignments (site_id, lecture_id, instructions_markdown, instructions_html, max_score, due_days,
                             due_at, submission_kinds, rubric, late_policy, metadata, created_at, updated_at)
    select ${site.id}, copied.id, assignments.instructions_markdown, assignments.instructions_html,
           assignments.max_score, assignments.due_days, assignments.due_at, assignments.submission_kinds,
           assignments.rubric, assignments.late_policy, assignments.metadata, ${now}, ${now}
      from ${copied}
      join assignments on assignments.site_id = ${site.id} and assignments.lecture_id = copied."from"
       and assignments.deleted_at is null`;
  return copyAttachments(scope, copies, now);
}

async function copyAttachments(
  { db, site }: SiteScope,
  copies: readonly LectureCopy[],
  now: Date,
): Promise<ReadonlyMap<string, string>> {
  const lectureOf = new Map(copies.map(({ from, id }) => [from, id]));
  const sources = copies.map(({ from }) => from);
  const existing = await db.many<{ id: string; lectureId: string }>`
    select attachments.id, attachments.lecture_id from attachments
     where attachments.site_id = ${site.id} and attachments.lecture_id = any(${sources}::uuid[])
       and attachments.deleted_at is null`;
  if (existing.length === 0) return new Map();
  const rows = existing.map(({ id, lectureId }) => ({ from: id, id: newId(), lectureId: lectureOf.get(lectureId) }));
  await db.run`
    insert into attachments (site_id, id, lecture_id, kind, title, file_id, external_url, text, position, downloadable,
                             metadata, created_at, updated_at)
    select ${contentOf(site.id)}, copied.id, copied."lectureId", attachments.kind, attachments.title, attachments.file_id,
           attachments.external_url, attachments.text, attachments.position, attachments.downloadable,
           attachments.metadata, ${now}, ${now}
      from ${table("attachments").withIds(
        site.id,
        existing.map(({ id }) => id),
      )}
      join jsonb_to_recordset(${JSON.stringify(rows)}) as copied (id uuid, "from" uuid, "lectureId" uuid)
        on copied."from" = attachments.id`;
  return new Map(rows.map(({ from, id }) => [from, id]));
}
