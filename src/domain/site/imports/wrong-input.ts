import { Problem } from "#domain/platform/problem.ts";

/** Something in a file that an import cannot read: where it stands, and what was expected there. */
export const wrongInput = (file: string, line: number | undefined, expected: string) =>
  new Problem("validation_failed", `${file}${line === undefined ? "" : `:${line}`}: ${expected}`);
