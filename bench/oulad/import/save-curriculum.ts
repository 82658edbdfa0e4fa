import { takeAddress } from "#domain/platform/addresses/move-address.ts";
import type { Context, RequestContext, SiteScope } from "#domain/platform/context.ts";
import { findCourseByExternalId, insertCourse } from "#domain/catalog/courses/queries.ts";
import { insertMissingLectures, insertMissingSections } from "../../generate/insert-missing.ts";
import type { NewLecture } from "#domain/catalog/curriculum/lectures/lecture.ts";
import { raiseCurriculum } from "#domain/catalog/curriculum/tree/tree-version.ts";
import { Problem } from "#domain/platform/problem.ts";
import { mapInSlices } from "#lib/event-loop/map-in-slices.ts";
import { typedKeys } from "#lib/json/typed-object.ts";
import { anyTime, type AssessmentOfRun, atTheEnd, type Curriculum, type LectureOfRun } from "./curriculum.ts";
import type { Names } from "./names.ts";
import type { Run } from "./run.ts";
import { externalIdOf } from "./runs.ts";
import { saveExercises } from "./save-exercises.ts";

interface CurriculumCounts {
  courses: number;
  sections: number;
  lectures: number;
  quizzes: number;
  assignments: number;
}

/** Stores missing rows, one run at a time. Returns the number of new rows. */
export async function saveCurriculum(
  context: RequestContext,
  names: Names,
  runs: ReadonlyMap<string, Run>,
  { materials, assessments }: Curriculum,
): Promise<CurriculumCounts> {
  const total: CurriculumCounts = { courses: 0, sections: 0, lectures: 0, quizzes: 0, assignments: 0 };
  const assessmentsOf = Map.groupBy(assessments.values(), ({ run }) => run);
  const materialsOf = Map.groupBy(materials.values(), ({ run }) => run);
  for (const run of runs.values()) {
    const ofRun = { materials: materialsOf.get(run) ?? [], assessments: assessmentsOf.get(run) ?? [] };
    const added = await context.db.transaction((db) => saveRun({ ...context, db }, names, run, ofRun));
    for (const kind of typedKeys(total)) total[kind] += added[kind];
  }
  return total;
}

async function saveRun(
  { site, db, now }: Context,
  names: Names,
  run: Run,
  { materials, assessments }: { materials: readonly LectureOfRun[]; assessments: readonly AssessmentOfRun[] },
): Promise<CurriculumCounts> {
  const scope = { site, db };
  const all = [...materials, ...assessments];
  const weeks = [...new Set(all.map(({ week }) => week))];
  const courses = await saveCourse(scope, run, now);
  const sections = await insertMissingSections(
    scope,
    await mapInSlices(weeks, (week) => sectionOf(names, run, week)),
    now,
  );
  const lectures = await insertMissingLectures(scope, await inOrder(all, names), now);
  const { quizzes, assignments } = await saveExercises(scope, assessments, now);
  if (sections + lectures + quizzes + assignments > 0) await raiseCurriculum({ ...scope, now }, run.courseId);
  return { courses, sections, lectures, quizzes, assignments };
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
  if (await insertCourse(scope, course, now)) {
    await takeAddress({ ...scope, now }, "course", slug);
    return 1;
  }
  throw new Problem(
    "conflict",
    `The site has another course with the slug ${slug}. Change the slug of that course, then import again.`,
  );
}

const origin = {
  source: "https://analyse.kmi.open.ac.uk/open_dataset",
  license: "CC BY 4.0",
  license_url: "https://creativecommons.org/licenses/by/4.0/",
  citation: "Kuzilek J., Hlosta M., Zdrahal Z., Scientific Data 4:170171 (2017)",
};
const description = `A course of the [Open University Learning Analytics Dataset](${origin.source}), which contains no names of people or topics. ${origin.citation}, licensed under [${origin.license}](${origin.license_url}).`;

const sectionOf = (names: Names, run: Run, week: number) => ({
  id: names.section(run.code, week),
  courseId: run.courseId,
  title: week === anyTime ? "Course materials" : week === atTheEnd ? "Exam" : `Week ${week}`,
  position: week + 1,
  externalId: `${externalIdOf(run.code)}/week/${week}`,
});

/** Positions are per section. */
function inOrder(lectures: readonly LectureOfRun[], names: Names): Promise<NewLecture[]> {
  const lastPosition = new Map<number, number>();
  const sorted = lectures.toSorted(
    (one, other) => Number(one.required) - Number(other.required) || one.number - other.number,
  );
  return mapInSlices(sorted, ({ run, week, id, externalId, title, kind, completionRule, required, metadata }) => {
    const position = (lastPosition.get(week) ?? 0) + 1;
    lastPosition.set(week, position);
    const parents = { courseId: run.courseId, sectionId: names.section(run.code, week), position };
    return { id, externalId, title, kind, completionRule, required, metadata, ...parents };
  });
}
