import { type Problem, validationFailed } from "#domain/platform/problem.ts";

/** The problem of a row that refers to one which the site lacks. */
export const notImported = (pointer: string, what: string): Problem =>
  validationFailed(pointer, "not_found", `The ${what} was not imported.`);
