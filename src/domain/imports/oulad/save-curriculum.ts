import type { RequestContext, SiteScope } from "#domain/context.ts";
import { findCourseByExternalId, insertCourse } from "#domain/courses/queries.ts";
import { insertMissingLectures, insertMissingSections } from "#domain/curriculum/import-queries.ts";
import { raiseCurriculum } from "#domain/curriculum/tree-version.ts";
import { Problem } from "#domain/problem.ts";
import { anyTime, atTheEnd, type Curriculum, type LectureOfRun } from "./curriculum.ts";
import type { Names } from "./names.ts";
import type { Run } from "./run.ts";
import { externalIdOf } from "./runs.ts";

/** Stores what the site does not have yet, a run at a time, and says how many rows that were. */
export async function saveCurriculum(
  context: RequestContext,
  names: Names,
  runs: ReadonlyMap<string, Run>,
  { materials, assessments }: Curriculum,
): Promise<{ courses: number; sections: number; lectures: number }> {
  const lecturesOf = Map.groupBy([...materials.values(), ...assessments.values()], ({ run }) => run.code);
  const total = { courses: 0, sections: 0, lectures: 0 };
  for (const run of runs.values()) {
    await context.db.transaction(async (db) => {
      const scope = { site: context.site, db };
      const lectures = lecturesOf.get(run.code) ?? [];
      const weeks = [...new Set(lectures.map(({ week }) => week))];
      total.courses += await saveCourse(scope, run, context.now);
      const newSections = await insertMissingSections(
        scope,
        weeks.map((week) => sectionOf(names, run, week)),
        context.now,
      );
      const newLectures = await insertMissingLectures(scope, inOrder(lectures, names), context.now);
      if (newSections + newLectures > 0) await raiseCurriculum(scope, run.courseId);
      total.sections += newSections;
      total.lectures += newLectures;
    });
  }
  return total;
}

async function saveCourse(scope: SiteScope, run: Run, now: Date): Promise<number> {
  const { code, module, presentation, courseId, startsAt } = run;
  const externalId = externalIdOf(code);
  if (await findCourseByExternalId(scope, externalId)) return 0;
  const month = presentation.endsWith("B") ? "February" : "October";
  const slug = code.toLowerCase().replace("/", "-");
  const course = {
    id: courseId,
    slug,
    name: `Module ${module}, ${month} ${presentation.slice(0, 4)}`,
    descriptionMarkdown: description,
    status: "published" as const,
    publishedAt: startsAt,
    externalId,
    metadata: { ...origin, starts_on: startsAt.toISOString().slice(0, 10) },
  };
  if (await insertCourse(scope, course, now)) return 1;
  throw new Problem(
    "conflict",
    `The site has another course with the slug ${slug}. Give that one another slug, then import again.`,
  );
}

const origin = {
  source: "https://analyse.kmi.open.ac.uk/open_dataset",
  license: "CC BY 4.0",
  license_url: "https://creativecommons.org/licenses/by/4.0/",
  citation: "Kuzilek J., Hlosta M., Zdrahal Z., Scientific Data 4:170171 (2017)",
};
const description = `A course of the [Open University Learning Analytics Dataset](${origin.source}), which names neither people nor topics. ${origin.citation}, licensed under [${origin.license}](${origin.license_url}).`;

const sectionOf = (names: Names, run: Run, week: number) => ({
  id: names.section(run.code, week),
  courseId: run.courseId,
  title: week === anyTime ? "Course materials" : week === atTheEnd ? "Exam" : `Week ${week}`,
  position: week + 1,
  externalId: `${externalIdOf(run.code)}/week/${week}`,
});

/** Positions count within a section. */
function inOrder(lectures: readonly LectureOfRun[], names: Names) {
  const lastPosition = new Map<number, number>();
  const sorted = lectures.toSorted(
    (one, other) => Number(one.required) - Number(other.required) || one.number - other.number,
  );
  return sorted.map(({ run, week, number: _number, ...lecture }) => {
    const position = (lastPosition.get(week) ?? 0) + 1;
    lastPosition.set(week, position);
    return { ...lecture, courseId: run.courseId, sectionId: names.section(run.code, week), position };
  });
}
