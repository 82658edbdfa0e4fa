import type { CsvRow } from "./csv-rows.ts";

/** A presentation of a module, which becomes one course. */
export interface Run {
  /** `AAA/2013J` */
  code: string;
  module: string;
  presentation: string;
  courseId: string;
  startsAt: Date;
  endsAt: Date;
}

const day = 86_400_000;

/** Converts a day of the data set, counted from the start of the run. */
export const dayOf = (run: Run, days: number): Date => new Date(run.startsAt.getTime() + days * day);

/** B presentations start in February, J presentations in October. */
export function presentationStart(row: CsvRow<"code_presentation">): Date {
  const [, year, letter] = /^(20\d\d)([BJ])$/.exec(row.text("code_presentation")) ?? [];
  if (year === undefined) throw row.wrong("code_presentation", "a year with B (February) or J (October)");
  return new Date(Date.UTC(Number(year), letter === "B" ? 1 : 9));
}

export const codeOf = (row: CsvRow<"code_module" | "code_presentation">) =>
  `${row.text("code_module")}/${row.text("code_presentation")}`;

/** The module code, used in names, slugs and ids of courses. */
export function moduleOf(row: CsvRow<"code_module">): string {
  const module = row.text("code_module");
  if (!/^[A-Za-z0-9]{1,20}$/.test(module)) throw row.wrong("code_module", "up to 20 letters and digits");
  return module;
}

export function runOf(row: CsvRow<"code_module" | "code_presentation">, runs: ReadonlyMap<string, Run>): Run {
  const run = runs.get(codeOf(row));
  if (run) return run;
  throw row.wrong("code_presentation", `a presentation of ${row.text("code_module")} in course.csv`);
}
