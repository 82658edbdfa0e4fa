import { Problem } from "#domain/platform/problem.ts";

/** An error in an import file: the location, and what was expected there. */
export const wrongInput = (file: string, line: number | undefined, expected: string) =>
  new Problem("validation_failed", `${file}${line === undefined ? "" : `:${line}`}: ${expected}`);
