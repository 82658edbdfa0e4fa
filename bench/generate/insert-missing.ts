import { contentOf } from "#database/content/content-of.ts";
import type { SiteScope } from "#domain/platform/context.ts";
import type { AssignmentFields } from "#domain/catalog/curriculum/assignments/assignment.ts";
import type { NewLecture } from "#domain/catalog/curriculum/lectures/lecture.ts";
import { insertLectures } from "#domain/catalog/curriculum/queries.ts";
import type { QuizFields } from "#domain/catalog/curriculum/quizzes/quiz.ts";
import type { SectionRecord } from "#domain/catalog/curriculum/sections/section.ts";
import { recountCourses } from "#domain/catalog/curriculum/tree/recount-courses.ts";

/**
 * Inserts sections in one statement. Rows whose ID or external ID exists are skipped. Returns the number of inserted
 * rows: those that are returned, because on Citus the number of rows of `insert … select` includes skipped ones.
 */
export async function insertMissingSections(
  scope: SiteScope,
  sections: readonly Pick<SectionRecord, "id" | "courseId" | "title" | "position" | "externalId">[],
  now: Date,
): Promise<number> {
  const { db, site } = scope;
  const inserted = await db.write.many`
    insert into sections (site_id, id, course_id, title, position, external_id, created_at, updated_at)
    select ${contentOf(site.id)}, id, "courseId", title, position, "externalId", ${now}, ${now}
      from jsonb_to_recordset(${JSON.stringify(sections)})
           as new (id uuid, "courseId" uuid, title text, position integer, "externalId" text)
    on conflict do nothing
    returning id`;
  await recountCourses(
    scope,
    "courses",
    sections.map(({ courseId }) => courseId),
  );
  return inserted.length;
}

/**
 * Inserts lectures in one statement. Rows whose ID or external ID exists are skipped. Returns the number of inserted
 * rows.
 */
export const insertMissingLectures = (scope: SiteScope, lectures: readonly NewLecture[], now: Date): Promise<number> =>
  insertLectures(scope, lectures, now, { keep: true });

/**
 * Inserts imported quizzes, marked as attempted because the source has attempts: later changes create new versions.
 * Lectures with a quiz keep it.
 */
export async function insertMissingQuizzes(
  { db, site }: SiteScope,
  quizzes: readonly (QuizFields & { lectureId: string })[],
  now: Date,
): Promise<number> {
  const inserted = await db.write.many`
    insert into quizzes (site_id, lecture_id, attempted, pass_percent, attempts_allowed, time_limit_seconds, shuffle,
                         show_answers, questions, metadata, created_at, updated_at)
    select lectures.site_id, lectures.id, true, "passPercent", "attemptsAllowed", "timeLimitSeconds", shuffle,
           "showAnswers", questions, new.metadata, ${now}, ${now}
      from jsonb_to_recordset(${JSON.stringify(quizzes)})
           as new ("lectureId" uuid, "passPercent" integer, "attemptsAllowed" integer, "timeLimitSeconds" integer,
                   shuffle boolean, "showAnswers" text, questions jsonb, metadata jsonb)
      join lectures on lectures.site_id = ${site.id} and lectures.id = new."lectureId"
    on conflict do nothing
    returning lecture_id`;
  return inserted.length;
}

/** Inserts imported assignments. Lectures with an assignment keep it. */
export async function insertMissingAssignments(
  { db, site }: SiteScope,
  assignments: readonly (AssignmentFields & { lectureId: string })[],
  now: Date,
): Promise<number> {
  const inserted = await db.write.many`
    insert into assignments (site_id, lecture_id, instructions_markdown, instructions_html, max_score, due_days,
                             submission_kinds, rubric, late_policy, metadata, created_at, updated_at)
    select lectures.site_id, lectures.id, "instructionsMarkdown", "instructionsHtml", "maxScore", "dueDays",
           array(select jsonb_array_elements_text("submissionKinds")), rubric, "latePolicy", new.metadata, ${now}, ${now}
      from jsonb_to_recordset(${JSON.stringify(assignments)})
           as new ("lectureId" uuid, "instructionsMarkdown" text, "instructionsHtml" text, "maxScore" integer,
                   "dueDays" integer, "submissionKinds" jsonb, rubric jsonb, "latePolicy" jsonb, metadata jsonb)
      join lectures on lectures.site_id = ${site.id} and lectures.id = new."lectureId"
    on conflict do nothing
    returning lecture_id`;
  return inserted.length;
}
