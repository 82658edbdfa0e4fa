import type { LectureRecord } from "#domain/catalog/curriculum/lecture.ts";
import { csvRows } from "../csv-rows.ts";
import { activities, assessmentKinds, assessmentTypes } from "./activities.ts";
import { files, placeOf } from "./files.ts";
import type { Names } from "./names.ts";
import { type Run, runOf } from "./run.ts";

/** A lecture before it has its place: in which week of which run. */
export interface LectureOfRun extends Pick<
  LectureRecord,
  "id" | "title" | "kind" | "completionRule" | "required" | "metadata"
> {
  run: Run;
  /** Weeks count from 1, some material stands in week 0; `anyTime` and `atTheEnd` besides. */
  week: number;
  externalId: string;
  /** The number in the source: in a week, lectures stand in its order, materials before assessments. */
  number: number;
}
export const anyTime = -1;
export const atTheEnd = 1000;

/** One with a quiz or an assignment, by its kind. */
export interface AssessmentOfRun extends LectureOfRun {
  /** Counted from the start of the run; null where the source has none. */
  dueDay: number | null;
}

/** Lectures by their number in vle.csv and in assessment.csv, which count each by itself. */
export interface Curriculum {
  materials: Map<number, LectureOfRun>;
  assessments: Map<number, AssessmentOfRun>;
}

/** All of them are in memory while the rest is read: the data set has 6,364 materials and 206 assessments. */
const mostMaterials = 50_000;
const mostAssessments = 5_000;

export const readCurriculum = async (
  folder: string,
  runs: ReadonlyMap<string, Run>,
  names: Names,
): Promise<Curriculum> => ({
  materials: await readMaterials(folder, runs, names),
  assessments: await readAssessments(folder, runs, names),
});

async function readMaterials(folder: string, runs: ReadonlyMap<string, Run>, names: Names) {
  const materials: Curriculum["materials"] = new Map();
  for await (const row of csvRows(placeOf(folder, files.materials), files.materials.columns)) {
    if (materials.size === mostMaterials) throw row.wrong("id_site", `at most ${mostMaterials} materials`);
    const run = runOf(row, runs);
    const number = row.integer("id_site");
    const type = row.text("activity_type");
    const activity = activities[type];
    if (!activity) throw row.wrong("activity_type", `one of ${Object.keys(activities).join(", ")}`);
    materials.set(number, {
      run,
      number,
      id: names.material(number),
      externalId: `oulad/vle/${number}`,
      title: `${activity.title} ${number}`,
      kind: activity.kind,
      // The source knows that it was opened, and of its quizzes no more than that.
      completionRule: { kind: "view" },
      week: row.optionalDays("week_from") ?? anyTime,
      // Results follow from the assessments alone.
      required: false,
      metadata: { activity_type: type },
    });
  }
  return materials;
}

async function readAssessments(folder: string, runs: ReadonlyMap<string, Run>, names: Names) {
  const assessments: Curriculum["assessments"] = new Map();
  const counts = new Map<string, number>();
  for await (const row of csvRows(placeOf(folder, files.assessments), files.assessments.columns)) {
    if (assessments.size === mostAssessments)
      throw row.wrong("id_assessment", `at most ${mostAssessments} assessments`);
    const run = runOf(row, runs);
    const number = row.integer("id_assessment");
    const type = row.oneOf("assessment_type", assessmentTypes);
    const kind = assessmentKinds[type];
    const weight = row.text("weight");
    if (!/^\d{1,3}(\.\d{1,6})?$/.test(weight)) throw row.wrong("weight", "a percentage");
    const dueDay = row.optionalDays("date");
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
      // An exam without a date is sat in the last week (Kuzilek et al., table 3).
      week: type === "Exam" || dueDay === null ? atTheEnd : Math.floor(dueDay / 7) + 1,
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
