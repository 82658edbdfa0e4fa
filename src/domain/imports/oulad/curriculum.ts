import path from "node:path";
import type { LectureRecord } from "#domain/curriculum/lecture.ts";
import { csvRows } from "../csv-rows.ts";
import { activities, assessmentKinds, assessmentTypes } from "./activities.ts";
import { files } from "./files.ts";
import type { Names } from "./names.ts";
import { type Run, runOf } from "./run.ts";

/** A lecture before it has its place: in which week of which run. */
export interface LectureOfRun extends Pick<LectureRecord, "id" | "title" | "kind" | "required" | "metadata"> {
  run: Run;
  /** Weeks count from 1, some material stands in week 0; `anyTime` and `atTheEnd` besides. */
  week: number;
  externalId: string;
  /** The number in the source: in a week, lectures stand in its order, materials before assessments. */
  number: number;
}
export const anyTime = -1;
export const atTheEnd = 1000;

/** Lectures by their number in vle.csv and in assessment.csv, which count each by itself. */
export interface Curriculum {
  materials: Map<number, LectureOfRun>;
  assessments: Map<number, LectureOfRun>;
}

export async function readCurriculum(
  folder: string,
  runs: ReadonlyMap<string, Run>,
  names: Names,
): Promise<Curriculum> {
  const materials = new Map<number, LectureOfRun>();
  const assessments = new Map<number, LectureOfRun>();

  for await (const row of csvRows(path.join(folder, files.materials.name), files.materials.columns)) {
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
      week: row.optionalInteger("week_from") ?? anyTime,
      // Results follow from the assessments alone.
      required: false,
      metadata: { activity_type: type },
    });
  }

  const counts = new Map<string, number>();
  for await (const row of csvRows(path.join(folder, files.assessments.name), files.assessments.columns)) {
    const run = runOf(row, runs);
    const number = row.integer("id_assessment");
    const type = row.oneOf("assessment_type", assessmentTypes);
    const due = row.optionalInteger("date");
    const count = (counts.get(run.code + type) ?? 0) + 1;
    counts.set(run.code + type, count);
    assessments.set(number, {
      run,
      number,
      id: names.assessment(number),
      externalId: `oulad/assessment/${number}`,
      title: `${type} ${count}`,
      kind: assessmentKinds[type],
      // An exam without a date is sat in the last week (Kuzilek et al., table 3).
      week: type === "Exam" || due === null ? atTheEnd : Math.floor(due / 7) + 1,
      required: row.text("weight") !== "0",
      metadata: { assessment_type: type, weight: row.text("weight"), ...(due !== null && { due_day: String(due) }) },
    });
  }
  return { materials, assessments };
}
