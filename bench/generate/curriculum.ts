import type { SiteScope } from "#domain/platform/context.ts";
import { insertCourse } from "#domain/catalog/courses/queries.ts";
import { insertMissingLectures, insertMissingSections } from "./insert-missing.ts";
import { derivedId } from "#domain/platform/derived-id.ts";

const lecturesPerSection = 10;
const kinds = ["video", "video", "video", "text", "quiz"] as const;
const subjects = ["Sailing", "Bread", "Bookkeeping", "Watercolor", "Statistics", "Gardening", "Harmony", "Carpentry"];
const levels = ["First steps in", "Everyday", "Advanced", "The history of", "A workshop on"];

/** IDs in order of creation: lecture `l` of course `c` is `lectures[c * lecturesPerCourse + l]`. */
export interface CurriculumIds {
  courses: string[];
  lectures: string[];
}

export async function generateCurriculum(
  scope: SiteScope,
  { seed, courses, lecturesPerCourse, now }: { seed: number; courses: number; lecturesPerCourse: number; now: Date },
): Promise<CurriculumIds> {
  const name = (kind: string, number: number) =>
    derivedId(`${scope.site.id}/generated/${seed}/${kind}/${number}`, number);
  const ids: CurriculumIds = { courses: [], lectures: [] };
  for (let course = 0; course < courses; course++) {
    const courseId = name("course", course);
    const lectures = Array.from({ length: lecturesPerCourse }, (_lecture, index) => ({
      id: name("lecture", course * lecturesPerCourse + index),
      courseId,
      sectionId: name("section", course * lecturesPerCourse + Math.floor(index / lecturesPerSection)),
      title: `Lecture ${index + 1}`,
      position: (index % lecturesPerSection) + 1,
      kind: kinds[index % kinds.length]!,
      required: true,
      externalId: null,
      metadata: {},
    }));
    const sections = [...new Set(lectures.map(({ sectionId }) => sectionId))].map((id, index) => ({
      id,
      courseId,
      title: `Part ${index + 1}`,
      position: index + 1,
      externalId: null,
    }));
    const title = `${levels[Math.floor(course / subjects.length) % levels.length]} ${subjects[course % subjects.length]}`;
    await insertCourse(
      scope,
      { id: courseId, slug: `course-${course + 1}`, name: title, status: "published", publishedAt: now },
      now,
    );
    await insertMissingSections(scope, sections, now);
    await insertMissingLectures(scope, lectures, now);
    ids.courses.push(courseId);
    ids.lectures.push(...lectures.map(({ id }) => id));
  }
  return ids;
}
