import type { SiteScope } from "#domain/platform/context.ts";
import { findCourseByExternalId } from "#domain/catalog/courses/queries.ts";
import { Problem } from "#domain/platform/problem.ts";
import { type CsvRow, csvRows } from "./csv-rows.ts";
import { wrongInput } from "#domain/transfer/imports/wrong-input.ts";
import { files, pathOf } from "./files.ts";
import type { Names } from "./names.ts";
import { codeOf, moduleOf, presentationStart, type Run } from "./run.ts";

/** The data set has 22. */
const maxRuns = 500;

type RunRow = CsvRow<(typeof files.courses.columns)[number]>;

export const externalIdOf = (code: string) => `oulad/${code}`;

/**
 * Reads the runs of course.csv with their dates. With `startDate`, the first run starts then and the others keep their
 * distance. Otherwise runs keep their original dates, or those of an earlier import into this site.
 */
export async function readRuns(
  scope: SiteScope,
  names: Names,
  folder: string,
  startDate: Date | undefined,
): Promise<Map<string, Run>> {
  const file = pathOf(folder, files.courses);
  const found: { row: RunRow; code: string; days: number; taught: Date; existing: string | undefined }[] = [];
  for await (const row of csvRows(file, files.courses.columns)) {
    moduleOf(row);
    const code = codeOf(row);
    if (found.length === maxRuns) throw wrongInput(file, row.line, `expected at most ${maxRuns} courses`);
    if (found.some((run) => run.code === code)) throw wrongInput(file, row.line, `expected each course once: ${code}`);
    const existing = await findCourseByExternalId(scope, externalIdOf(code));
    const days = row.days("module_presentation_length");
    found.push({ row, code, days, taught: presentationStart(row), existing: existing?.metadata["starts_on"] });
  }
  if (found.length === 0) throw wrongInput(file, 2, "expected at least one course");

  const first = Math.min(...found.map(({ taught }) => taught.getTime()));
  const [shiftThen] = found.flatMap(({ existing, taught }) =>
    existing === undefined ? [] : [Date.parse(existing) - taught.getTime()],
  );
  const shift = startDate ? startDate.getTime() - first : (shiftThen ?? 0);
  if (shiftThen !== undefined && shiftThen !== shift) {
    const then = new Date(first + shiftThen).toISOString().slice(0, 10);
    throw new Problem(
      "conflict",
      `An earlier import created courses that start on ${then}. Repeat it with that start date, or without one.`,
    );
  }

  return new Map(
    found.map(({ row, code, days, taught }) => {
      const startsAt = new Date(taught.getTime() + shift);
      const endsAt = new Date(startsAt.getTime() + days * 86_400_000);
      const [module, presentation] = [moduleOf(row), row.text("code_presentation")];
      return [code, { code, module, presentation, courseId: names.course(code), startsAt, endsAt }];
    }),
  );
}
