import type { TableParts } from "#database/table/table-parts.ts";
import { table } from "#database/table/table.ts";
import type { SiteScope } from "#domain/platform/context.ts";
import type { CourseRecord } from "#domain/catalog/courses/course.ts";
import { listAssignmentsIn } from "#domain/catalog/curriculum/assignments/assignment-queries.ts";
import { listAttachmentsIn } from "#domain/catalog/curriculum/attachments/attachment-queries.ts";
import type { LectureRecord } from "#domain/catalog/curriculum/lectures/lecture.ts";
import { listQuizzesIn } from "#domain/catalog/curriculum/quizzes/quiz-queries.ts";

export type Comes = Awaited<ReturnType<typeof loadLectureParts>>;

/** Loads attachments, quizzes and assignments of lectures, keyed by lecture ID. */
export async function loadLectureParts(scope: SiteScope, lectures: readonly LectureRecord[]) {
  const ids = lectures.map(({ id }) => id);
  return {
    attachments: Map.groupBy(await listAttachmentsIn(scope, ids), ({ lectureId }) => lectureId),
    quizzes: new Map((await listQuizzesIn(scope, ids)).map((quiz) => [quiz.lectureId, quiz])),
    assignments: new Map((await listAssignmentsIn(scope, ids)).map((work) => [work.lectureId, work])),
  };
}

/** Returns the slugs of the categories and lecturers of a course. */
export async function slugsOf({ db, site }: SiteScope, { categoryIds, lecturerIds }: CourseRecord) {
  const of = async (things: TableParts, ids: readonly string[]) => {
    const found = await db.many<{ id: string; slug: string }>`
      select id, slug from ${things.name}
       where site_id = ${site.id} and id = any(${ids}::uuid[]) and ${things.present}`;
    const slugs = new Map(found.map(({ id, slug }) => [id, slug]));
    return ids.flatMap((id) => slugs.get(id) ?? []);
  };
  return {
    categories: (await of(table("course_categories"), categoryIds)).sort(),
    lecturers: await of(table("lecturers"), lecturerIds),
  };
}
