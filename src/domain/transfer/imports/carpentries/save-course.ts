import { takeAddress } from "#domain/platform/addresses/move-address.ts";
import type { SiteScope } from "#domain/platform/context.ts";
import * as courses from "#domain/catalog/courses/queries.ts";
import { listImportedLectures, listImportedSections } from "#domain/catalog/curriculum/tree/import-queries.ts";
import * as curriculum from "#domain/catalog/curriculum/queries.ts";
import { raiseCurriculum } from "#domain/catalog/curriculum/tree/tree-version.ts";
import { newId } from "#domain/platform/ids.ts";
import { Problem } from "#domain/platform/problem.ts";
import { mustGet } from "#lib/must-get.ts";
import { changesIn, isChange, noChanges, type Tally } from "../changes.ts";
import { reconcile } from "../reconcile.ts";
import type { CourseOfLesson } from "./course-of-lesson.ts";

export interface CourseTally {
  courses: Tally;
  sections: Tally;
  lectures: Tally;
}

/** Creates the course or updates it from the source. Local decisions (slug, status) are kept. */
export async function saveCourse(scope: SiteScope, desired: CourseOfLesson, now: Date): Promise<CourseTally> {
  const [courseId, tally] = await saveCourseRow(scope, desired, now);

  const sections = await reconcile({
    existing: await listImportedSections(scope, courseId),
    desired: desired.sections.map(({ lectures: _lectures, ...section }) => section),
    insert: (id, section) => curriculum.insertSection(scope, { ...section, id, courseId }, now),
    update: (id, changes) => curriculum.updateSection(scope, id, changes, now),
    remove: (id) => curriculum.updateSection(scope, id, { deletedAt: now }, now),
  });

  const lectures = await reconcile({
    existing: await listImportedLectures(scope, courseId),
    desired: desired.sections.flatMap((section) => {
      const sectionId = mustGet(sections.ids, section.externalId);
      return section.lectures.map((lecture) => ({ ...lecture, sectionId }));
    }),
    insert: (id, lecture) => curriculum.insertLecture(scope, { ...lecture, id, courseId }, now),
    update: (id, changes) => curriculum.updateLecture(scope, id, changes, now),
    remove: (id) => curriculum.deleteLectures(scope, [id], now),
  });

  if (isChange(sections.tally) || isChange(lectures.tally)) await raiseCurriculum({ ...scope, now }, courseId);
  return { courses: tally, sections: sections.tally, lectures: lectures.tally };
}

async function saveCourseRow(scope: SiteScope, { course }: CourseOfLesson, now: Date): Promise<[string, Tally]> {
  const existing = await courses.findCourseByExternalId(scope, course.externalId);
  if (existing) {
    const { slug: _slug, status: _status, ...followed } = course;
    const changes = changesIn(existing, followed);
    const locked = changes && (await courses.lockCourse(scope, { id: existing.id }));
    if (locked) await courses.updateCourse(scope, locked, changes, now);
    return [existing.id, { ...noChanges(), [changes ? "updated" : "unchanged"]: 1 }];
  }
  const id = newId();
  const publishedAt = course.status === "published" ? now : null;
  if (!(await courses.insertCourse(scope, { ...course, id, publishedAt }, now))) {
    throw new Problem(
      "conflict",
      `The site has another course with the slug ${course.slug}. Change the slug of that course, then import “${course.name}” again.`,
    );
  }
  await takeAddress({ ...scope, now }, "course", course.slug);
  return [id, { ...noChanges(), created: 1 }];
}
