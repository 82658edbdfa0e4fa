import type * as z from "zod";
import { pointerOf } from "#lib/wire/pointer.ts";
import { type ExceededLimit, limit, Problem } from "../problem.ts";

type Mistakes = NonNullable<Problem["details"]["errors"]>;

const maxErrorsPerResponse = 100;

/** Builds the problem for an input that its schema rejects, with one error per field. */
export function refusedInput({ issues }: z.ZodError, rawInput: unknown): Problem {
  const errors = issues
    .filter(isFirstOf(issues))
    .slice(0, maxErrorsPerResponse)
    .map((issue) => ({
      pointer: pointerOf(issue.path),
      code: codeOf(issue),
      detail: isMissing(issue, rawInput) ? "This is required." : issue.message,
      ...limitOf(issue),
    }));
  // Common mistakes of agents, mixed-up ids and too many rows, have codes of their own.
  const special = errors.find(({ code }) => code === "invalid_id" || code === "too_many_rows");
  if (special) {
    const code = special.code === "invalid_id" ? "invalid_id" : "too_many_rows";
    return new Problem(code, special.detail, { errors });
  }
  return new Problem("validation_failed", inOne(errors), { errors });
}

/** Drops the issues of a value that has the wrong type: its length in characters says nothing about a missing list. */
function isFirstOf(issues: readonly z.core.$ZodIssue[]): (issue: z.core.$ZodIssue) => boolean {
  const mistyped = new Map(
    issues.flatMap((issue) => (issue.code === "invalid_type" ? [[pointerOf(issue.path), issue] as const] : [])),
  );
  return (issue) => (mistyped.get(pointerOf(issue.path)) ?? issue) === issue;
}

/** Renames the pointers of a problem, and the references to them in its message. */
export function withPointers(problem: Problem, rename: (pointer: string) => string): Problem {
  const { errors } = problem.details;
  if (!errors) return problem;
  const renamed = errors.map((error) => ({ ...error, pointer: rename(error.pointer) }));
  const message = problem.message === inOne(errors) ? inOne(renamed) : problem.message;
  return new Problem(problem.code, message, { ...problem.details, errors: renamed });
}

const inOne = (errors: Mistakes): string =>
  errors.map(({ pointer, detail }) => (pointer === "" ? detail : `${pointer}: ${detail}`)).join(" ");

const codeOf = (issue: z.core.$ZodIssue): string => {
  const ownCode: unknown = issue.code === "custom" ? issue.params?.["code"] : undefined;
  return typeof ownCode === "string" ? ownCode : issue.code;
};

function limitOf(issue: z.core.$ZodIssue): { [limit]?: ExceededLimit } {
  if (issue.code !== "too_big" && issue.code !== "too_small") return {};
  const of = measures[issue.origin];
  if (of === undefined || issue.inclusive === false) return {};
  return { [limit]: { of, value: Number(issue.code === "too_big" ? issue.maximum : issue.minimum) } };
}

const measures: Readonly<Record<string, ExceededLimit["of"]>> = {
  string: "characters",
  array: "items",
  number: "number",
  int: "number",
};

const isMissing = (issue: z.core.$ZodIssue, rawInput: unknown): boolean => {
  if (issue.code !== "invalid_type" && issue.code !== "invalid_value") return false;
  let value: unknown = rawInput;
  for (const part of issue.path) value = value instanceof Object ? Reflect.get(value, part) : undefined;
  return value === undefined;
};
