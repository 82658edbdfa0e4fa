import * as z from "zod";
import type { FormRow, FormSubmissionRow } from "#domain/forms/form.ts";
import { Problem } from "#domain/problem.ts";

type Answers = FormSubmissionRow["answers"];
type Field = FormRow["fields"][number];

/** Answers that a form can have been given; what was left empty is left out. Whether all were given is not asked: forms change. */
export function requireAnswers(given: Readonly<Record<string, Answers[string] | null>>, { fields }: FormRow): Answers {
  const known = new Map(fields.map((field) => [field.handle, field]));
  const answers = Object.entries(given).filter(
    (answer): answer is [string, Answers[string]] => answer[1] !== null && answer[1] !== "",
  );
  const errors = answers.flatMap(([handle, value]) => {
    const field = known.get(handle);
    const expected = field ? faultOf(field, value) : undefined;
    if (field && expected === undefined) return [];
    return [{ pointer: `/answers/${handle}`, ...(field ? fault(expected!) : unknown([...known.keys()])) }];
  });
  if (errors.length > 0) throw new Problem("validation_failed", errors[0]!.detail, { errors });
  return Object.fromEntries(answers);
}

const fault = (expected: string) => ({ code: "invalid_value", detail: `Expected ${expected}.` });

const unknown = (known: readonly string[]) => ({
  code: "not_found",
  detail: `The form has no such field. It has ${known.join(", ")}.`,
});

/** What is expected of the field, where this is something else. */
function faultOf({ kind, choices = [] }: Field, value: Answers[string]): string | undefined {
  const isText = typeof value === "string";
  switch (kind) {
    case "number":
      return typeof value === "number" ? undefined : "a number";
    case "bool":
      return typeof value === "boolean" ? undefined : "true or false";
    case "date":
      return z.iso.date().safeParse(value).success ? undefined : "a date like 2026-03-31";
    case "choice":
      return isText && choices.includes(value) ? undefined : `one of ${choices.join(", ")}`;
    case "choices":
      return Array.isArray(value) && value.every((one) => choices.includes(one))
        ? undefined
        : `a list of ${choices.join(", ")}`;
    default:
      return isText ? undefined : "a text";
  }
}
