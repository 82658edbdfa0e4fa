import { csvRows } from "./csv-rows.ts";
import type { ActivitySource } from "./activity-source.ts";
import type { LectureOfRun } from "./curriculum.ts";
import { files, pathOf } from "./files.ts";
import { dayOf, runOf } from "./run.ts";
import type { Span } from "./span.ts";

/** First and last day of a student's clicks on a page. */
interface Days {
  first: number;
  last: number;
}

/** Maximum spans in memory. The file is ordered by day, and students return to a page on many days. */
const maxKept = 200_000;

/**
 * Clicks record that a page was opened on a day, without positions. Yields one span per student and page, or several
 * if there are too many to keep.
 */
export async function* readClicks(source: ActivitySource, onRead: (part: number) => void): AsyncGenerator<Span> {
  const { folder, runs, curriculum, rules, isIncluded } = source;
  const kept = new Map<LectureOfRun, Map<number, Days>>();
  let count = 0;
  for await (const row of csvRows(pathOf(folder, files.clicks), files.clicks.columns, onRead)) {
    const run = runOf(row, runs);
    const lecture = curriculum.materials.get(row.integer("id_site"));
    if (lecture?.run !== run) throw row.wrong("id_site", `material of ${run.code} in vle.csv`);
    const student = row.integer("id_student");
    const day = row.days("date");
    if (!isIncluded(student) || !rules.has(lecture.id)) continue;
    let students = kept.get(lecture);
    if (!students) kept.set(lecture, (students = new Map()));
    const days = students.get(student);
    if (days) {
      if (day < days.first) days.first = day;
      else if (day > days.last) days.last = day;
      continue;
    }
    students.set(student, { first: day, last: day });
    count++;
    if (count < maxKept) continue;
    yield* spansOf(kept, source);
    kept.clear();
    count = 0;
  }
  yield* spansOf(kept, source);
}

function* spansOf(
  kept: ReadonlyMap<LectureOfRun, ReadonlyMap<number, Days>>,
  { names, rules }: ActivitySource,
): Generator<Span> {
  for (const [{ run, number, id: lectureId }, students] of kept) {
    const isCompleted = rules.get(lectureId) === "view";
    for (const [student, days] of students) {
      const enrollmentId = names.enrollment(run.code, student);
      const id = names.progress(enrollmentId, number, lectureId);
      const [first, last] = [dayOf(run, days.first), dayOf(run, days.last)];
      yield { id, enrollmentId, lectureId, first, last, completedAt: isCompleted ? first : null };
    }
  }
}
