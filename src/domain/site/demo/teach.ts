import type { SiteScope } from "#domain/platform/context.ts";
import { insertCourse } from "#domain/catalog/courses/queries.ts";
import { insertLecture, insertSection } from "#domain/catalog/curriculum/queries.ts";
import { raiseCurriculum } from "#domain/catalog/curriculum/tree/tree-version.ts";
import { newId } from "#domain/platform/ids.ts";
import type { DemoCourse } from "./content/content.ts";

/** Created courses by slug, with their lecture ids in order, for enrollments. */
export type Taught = ReadonlyMap<string, { courseId: string; lectureIds: string[] }>;

export async function teach(scope: SiteScope, courses: readonly DemoCourse[], now: Date): Promise<Taught> {
  const taught = new Map<string, { courseId: string; lectureIds: string[] }>();
  for (const [position, course] of courses.entries()) {
    taught.set(course.slug, await teachCourse(scope, course, position, now));
  }
  return taught;
}

async function teachCourse(scope: SiteScope, course: DemoCourse, position: number, now: Date) {
  const { sections, description, ...described } = course;
  const courseId = newId();
  const language = scope.site.defaultLocale;
  await insertCourse(
    scope,
    {
      id: courseId,
      ...described,
      descriptionMarkdown: description,
      language,
      position,
      status: "published",
      publishedAt: now,
    },
    now,
  );

  const lectureIds: string[] = [];
  for (const [position, { title, lectures }] of sections.entries()) {
    const sectionId = newId();
    await insertSection(scope, { id: sectionId, courseId, title, position }, now);
    for (const [position, { title, minutes, body }] of lectures.entries()) {
      const id = newId();
      const reading = { kind: "text", bodyMarkdown: body, durationSeconds: minutes * 60 } as const;
      // The first lecture of each course is a free preview.
      const isPreview = lectureIds.length === 0;
      await insertLecture(scope, { id, courseId, sectionId, title, position, isPreview, ...reading }, now);
      lectureIds.push(id);
    }
  }
  await raiseCurriculum(scope, courseId);
  return { courseId, lectureIds };
}
