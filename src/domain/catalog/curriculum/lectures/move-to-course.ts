import { sql } from "#database/statements/sql.ts";
import { conclude, isOpen } from "#domain/catalog/curriculum/change.ts";
import { maxLectures } from "#domain/catalog/curriculum/limits.ts";
import { placed } from "#domain/catalog/curriculum/ordering.ts";
import { arrangeLectures } from "#domain/catalog/curriculum/ordering-queries.ts";
import * as queries from "#domain/catalog/curriculum/queries.ts";
import { requireLecture, requireSection } from "#domain/catalog/curriculum/require-locked.ts";
import { lockCurricula } from "#domain/catalog/curriculum/tree/tree-version.ts";
import type { Context, SiteScope } from "#domain/platform/context.ts";
import { formatId } from "#domain/platform/ids.ts";
import { mustExist } from "#domain/platform/must-exist.ts";
import { Outcome } from "#domain/platform/outcome.ts";
import { Problem, validationFailed } from "#domain/platform/problem.ts";
import { requireVersion } from "#domain/platform/version.ts";
import { type LectureRecord, serializeLecture } from "./lecture.ts";
import { requireContentOf } from "./require-content.ts";

/**
 * Moves a lecture to a section of another course of the caller. Progress, answers, submissions and comments belong to
 * students of the former course: a lecture that has some stays, and is copied instead.
 */
export async function moveToCourse(
  context: Context,
  id: string,
  { sectionId, position }: { sectionId: string; position: number | undefined },
) {
  await lockCurricula(context, { lectureIds: [id], sectionIds: [sectionId] });
  const lecture = await requireLecture(context, id);
  requireVersion(context, lecture);
  const section = await requireSection(context, sectionId);
  const { courseId } = section;
  if ((await queries.countLectures(context, courseId)) >= maxLectures) {
    throw validationFailed("", "too_many", `A course can have at most ${maxLectures} lectures.`);
  }
  await queries.lockAgainstWork(context, id);
  if (await hasStudentWork(context, lecture)) {
    throw new Problem(
      "has_dependents",
      "Students have worked on this lecture or commented on it. Duplicate it to the other course, and unpublish it here.",
    );
  }
  await queries.updateLecture(context, id, { courseId, sectionId }, context.now);
  await arrangeLectures(context, await queries.lectureIdsOf(context, lecture.sectionId), context.now);
  const siblings = (await queries.lectureIdsOf(context, sectionId)).filter((sibling) => sibling !== id);
  await arrangeLectures(context, placed(siblings, id, position), context.now);
  const moved = await mustExist(queries.findLecture(context, id));
  const opened = isOpen(moved, section) ? [id] : [];
  await requireContentOf(context, courseId, opened);
  const wire = formatId("lecture", id);
  const formerCourseChange = await conclude(context, lecture.courseId, { removed: [wire] }, () => undefined);
  const { output, facts } = await conclude(context, courseId, { added: [wire], opened }, () => serializeLecture(moved));
  return new Outcome(output, {
    facts: facts && { ...facts, ...(formerCourseChange.facts && { left: formerCourseChange.facts }) },
  });
}

/** Looks up each enrollment of the course by key: no index has the progress of a lecture. */
async function hasStudentWork(
  { db, site }: SiteScope,
  { id, courseId }: Pick<LectureRecord, "id" | "courseId">,
): Promise<boolean> {
  const ofEnrollment = (name: "lecture_progress" | "quiz_attempts" | "submissions") => {
    const table = {
      lecture_progress: sql`lecture_progress`,
      quiz_attempts: sql`quiz_attempts`,
      submissions: sql`submissions`,
    };
    return sql`exists (select from ${table[name]} work
                        where work.site_id = ${site.id} and work.enrollment_id = enrollments.id
                          and work.lecture_id = ${id})`;
  };
  const found = await db.first`
    select from enrollments
     where enrollments.site_id = ${site.id} and enrollments.course_id = ${courseId}
       and (${ofEnrollment("lecture_progress")} or ${ofEnrollment("quiz_attempts")} or ${ofEnrollment("submissions")})
     limit 1`;
  if (found) return true;
  const commented = await db.first`
    select from comments
     where comments.site_id = ${site.id} and comments.commentable_type = 'lecture'
       and comments.commentable_id = ${id} and comments.deleted_at is null
     limit 1`;
  return commented !== undefined;
}
