import type { LectureRecord } from "#domain/catalog/curriculum/lectures/lecture.ts";
import { csvRows } from "./csv-rows.ts";
import { activities, assessmentKinds, assessmentTypes } from "./activities.ts";
import { CourseSizes } from "./course-sizes.ts";
import { files, pathOf } from "./files.ts";
import type { Names } from "./names.ts";
import { type Run, runOf } from "./run.ts";

/** A lecture before it has a position: the week of a run. */
export interface LectureOfRun extends Pick<
  LectureRecord,
  "id" | "title" | "kind" | "completionRule" | "required" | "metadata"
> {
  run: Run;
  /** Weeks start at 1, some material is in week 0; also `anyTime` and `atTheEnd`. */
  week: number;
  externalId: string;
  /** The number in the source. It orders the lectures of a week, materials before assessments. */
  number: number;
}
export const anyTime = -1;
export const atTheEnd = 1000;

/** A lecture with a quiz or an assignment, depending on its kind. */
export interface AssessmentOfRun extends LectureOfRun {
  /** Days from the start of the run; null if the source has no date. */
  dueDay: number | null;
}

/** Lectures by their numbers in vle.csv and assessment.csv, which are separate sequences. */
export interface Curriculum {
  materials: Map<number, LectureOfRun>;
  assessments: Map<number, AssessmentOfRun>;
}

/** Limits of the records in memory: the data set has 6,364 materials and 206 assessments. */
const maxMaterials = 50_000;
const maxAssessments = 5_000;

export async function readCurriculum(
  folder: string,
  runs: ReadonlyMap<string, Run>,
  names: Names,
): Promise<Curriculum> {
  const sizes = new CourseSizes();
  return {
    materials: await readMaterials(folder, runs, names, sizes),
    assessments: await readAssessments(folder, runs, names, sizes),
  };
}

async function readMaterials(folder: string, runs: ReadonlyMap<string, Run>, names: Names, sizes: CourseSizes) {
  const materials: Curriculum["materials"] = new Map();
  for await (const row of csvRows(pathOf(folder, files.materials), files.materials.columns)) {
    if (materials.size === maxMaterials) throw row.wrong("id_site", `at most ${maxMaterials} materials`);
    const run = runOf(row, runs);
    const number = row.integer("id_site");
    const type = row.text("activity_type");
    const activity = activities[type];
    if (!activity) throw row.wrong("activity_type", `one of ${Object.keys(activities).join(", ")}`);
    const week = row.optionalDays("week_from") ?? anyTime;
    sizes.add(row, run, week);
    materials.set(number, {
      run,
      number,
      id: names.material(number),
      externalId: `oulad/vle/${number}`,
      title: `${activity.title} ${number}`,
      kind: activity.kind,
      // The source only records that it was opened, even for quizzes.
      completionRule: { kind: "view" },
      week,
      // Course results depend only on assessments.
      required: false,
      metadata: { activity_type: type },
    });
  }
  return materials;
}

async function readAssessments(folder: string, runs: ReadonlyMap<string, Run>, names: Names, sizes: CourseSizes) {
  const assessments: Curriculum["assessments"] = new Map();
  const counts = new Map<string, number>();
  for await (const row of csvRows(pathOf(folder, files.assessments), files.assessments.columns)) {
    if (assessments.size === maxAssessments) throw row.wrong("id_assessment", `at most ${maxAssessments} assessments`);
    const run = runOf(row, runs);
    const number = row.integer("id_assessment");
    const type = row.oneOf("assessment_type", assessmentTypes);
    const kind = assessmentKinds[type];
    const weight = row.text("weight");
    if (!/^\d{1,3}(\.\d{1,6})?$/.test(weight)) throw row.wrong("weight", "a percentage");
    const dueDay = row.optionalDays("date");
    // An exam without a date takes place in the last week (Kuzilek et al., table 3).
    const week = type === "Exam" || dueDay === null ? atTheEnd : Math.floor(dueDay / 7) + 1;
    sizes.add(row, run, week);
    const count = (counts.get(run.code + type) ?? 0) + 1;
    counts.set(run.code + type, count);
    assessments.set(number, {
      run,
      number,
      dueDay,
      id: names.assessment(number),
      externalId: `oulad/assessment/${number}`,
      title: `${type} ${count}`,
      kind,
      completionRule: { kind: kind === "quiz" ? "pass_quiz" : "submit" },
      week,
      required: weight !== "0",
      metadata: {
        assessment_type: type,
        weight,
        ...(dueDay !== null && { due_day: String(dueDay) }),
      },
    });
  }
  return assessments;
}
