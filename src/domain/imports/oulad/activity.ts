import path from "node:path";
import { csvRows } from "../csv-rows.ts";
import type { Curriculum } from "./curriculum.ts";
import { files } from "./files.ts";
import type { Names } from "./names.ts";
import { dayOf, type Run, runOf } from "./run.ts";

/** A student in a lecture on some day. */
export interface Activity {
  id: string;
  enrollmentId: string;
  lectureId: string;
  at: Date;
  /** Handed in, for assessments. */
  completed: boolean;
}

interface Source {
  folder: string;
  runs: ReadonlyMap<string, Run>;
  curriculum: Curriculum;
  names: Names;
  isWanted: (student: number) => boolean;
}

export async function* readSubmissions(
  { folder, curriculum, names, isWanted }: Source,
  onRead: (part: number) => void,
): AsyncGenerator<Activity> {
  for await (const row of csvRows(path.join(folder, files.submissions.name), files.submissions.columns, onRead)) {
    const lecture = curriculum.assessments.get(row.integer("id_assessment"));
    if (!lecture) throw row.wrong("id_assessment", `an assessment that ${files.assessments.name} has`);
    const { run, number, id: lectureId } = lecture;
    const student = row.integer("id_student");
    if (!isWanted(student)) continue;
    const enrollmentId = names.enrollment(run.code, student);
    const id = names.progress(enrollmentId, number, lectureId);
    yield { id, enrollmentId, lectureId, at: dayOf(run, row.integer("date_submitted")), completed: true };
  }
}

/** Clicks say that a page was opened on a day; they say nothing of positions. */
export async function* readClicks(
  { folder, runs, curriculum, names, isWanted }: Source,
  onRead: (part: number) => void,
): AsyncGenerator<Activity> {
  for await (const row of csvRows(path.join(folder, files.clicks.name), files.clicks.columns, onRead)) {
    const run = runOf(row, runs);
    const lecture = curriculum.materials.get(row.integer("id_site"));
    if (lecture?.run !== run) throw row.wrong("id_site", `material that ${files.materials.name} has for ${run.code}`);
    const student = row.integer("id_student");
    if (!isWanted(student)) continue;
    const enrollmentId = names.enrollment(run.code, student);
    const id = names.progress(enrollmentId, lecture.number, lecture.id);
    const at = dayOf(run, row.integer("date"));
    yield { id, enrollmentId, lectureId: lecture.id, at, completed: false };
  }
}
