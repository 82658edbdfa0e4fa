import { maxLectures, maxSections } from "#domain/catalog/curriculum/limits.ts";
import { mustGet } from "#lib/collections/must-get.ts";
import type { CsvRow } from "./csv-rows.ts";
import type { Run } from "./run.ts";

/** Counts the lectures and the sections (weeks) of each course. */
export class CourseSizes {
  readonly #courses = new Map<Run, { lectures: number; weeks: Set<number> }>();

  /** Adds a lecture. Throws if its course exceeds the limits of all courses. */
  add(row: CsvRow<"code_presentation">, run: Run, week: number): void {
    if (!this.#courses.has(run)) this.#courses.set(run, { lectures: 0, weeks: new Set() });
    const course = mustGet(this.#courses, run);
    course.lectures++;
    course.weeks.add(week);
    if (course.lectures > maxLectures) {
      throw row.wrong("code_presentation", `at most ${maxLectures} materials and assessments of a course`);
    }
    if (course.weeks.size > maxSections) {
      throw row.wrong("code_presentation", `at most ${maxSections} weeks of a course`);
    }
  }
}
