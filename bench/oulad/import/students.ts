import path from "node:path";
import { csvRows } from "./csv-rows.ts";
import { files, pathOf } from "./files.ts";
import { dayOf, type Run, runOf } from "./run.ts";

const results = ["Pass", "Distinction", "Fail", "Withdrawn"] as const;
type Result = (typeof results)[number];

/** A student in one run. */
export interface Registration {
  student: number;
  run: Run;
  result: Result;
  registeredAt: Date | null;
  unregisteredAt: Date | null;
  previousAttempts: number;
  studiedCredits: number;
}

/** Joins student.csv and student_registration.csv, which list the same registrations in the same order. */
export async function* readRegistrations(
  folder: string,
  runs: ReadonlyMap<string, Run>,
  onRead: (part: number) => void,
): AsyncGenerator<Registration> {
  const file = pathOf(folder, files.registrations);
  const registrations = csvRows(file, files.registrations.columns);
  try {
    for await (const row of csvRows(pathOf(folder, files.students), files.students.columns, onRead)) {
      const run = runOf(row, runs);
      const student = row.integer("id_student");
      const { value: other } = await registrations.next();
      if (!other) throw row.wrong("id_student", `a registration in ${path.basename(file)}, which has fewer rows`);
      if (runOf(other, runs) !== run || other.integer("id_student") !== student) {
        throw other.wrong("id_student", `student ${student} in ${run.code}, as on line ${row.line} of ${row.file},`);
      }
      const registered = other.optionalDays("date_registration");
      const unregistered = other.optionalDays("date_unregistration");
      yield {
        student,
        run,
        result: row.oneOf("final_result", results),
        registeredAt: registered === null ? null : dayOf(run, registered),
        unregisteredAt: unregistered === null ? null : dayOf(run, unregistered),
        previousAttempts: row.integer("num_of_prev_attempts"),
        studiedCredits: row.integer("studied_credits"),
      };
    }
  } finally {
    await registrations.return(undefined);
  }
}
