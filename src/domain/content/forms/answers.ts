import * as z from "zod";
import { throwErrors, validationFailed } from "#domain/platform/problem.ts";
import type { Answers, FormField, FormRow } from "./form.ts";

export type AnswerInput = Readonly<Record<string, Answers[string] | null>>;

interface Fault {
  pointer: string;
  code: string;
  detail: string;
}

/**
 * Validates answers of imported submissions and omits empty ones. Does not check required fields, because forms
 * change over time.
 */
export function requireAnswers(input: AnswerInput, { fields }: Pick<FormRow, "fields">): Answers {
  const answers = withoutEmpty(input);
  throwErrors(faultsIn(answers, fields));
  return answers;
}

/** Validates a new submission against the current fields, including required answers and usable formats. */
export function requireFilledIn(input: AnswerInput, { fields }: Pick<FormRow, "fields">): Answers {
  const answers = withoutEmpty(input);
  const requested = fields.filter(({ retired }) => !retired);
  const missing = requested.filter(
    ({ handle, required }) => required && (answers[handle] === undefined || answers[handle] === false),
  );
  throwErrors([
    ...missing.map(({ handle }) => fault(handle, "required", "An answer is required.")),
    ...faultsIn(answers, requested),
    ...requested.flatMap((field) => usableFault(field, answers[field.handle])),
  ]);
  if (Object.values(answers).every((answer) => answer === false)) {
    throw validationFailed("/answers", "required", "Answer at least one question.");
  }
  return answers;
}

const withoutEmpty = (input: AnswerInput): Answers =>
  Object.fromEntries(
    Object.entries(input).filter(
      (answer): answer is [string, Answers[string]] =>
        answer[1] !== null && answer[1] !== "" && !(Array.isArray(answer[1]) && answer[1].length === 0),
    ),
  );

function faultsIn(answers: Answers, fields: readonly FormField[]): Fault[] {
  const fieldsByHandle = new Map(fields.map((field) => [field.handle, field]));
  return Object.entries(answers).flatMap(([handle, value]) => {
    const field = fieldsByHandle.get(handle);
    if (!field) {
      return [fault(handle, "not_found", `Unknown field. The form has ${[...fieldsByHandle.keys()].join(", ")}.`)];
    }
    const expected = expectedInstead(field, value);
    return expected === undefined ? [] : [fault(handle, "invalid_value", `Expected ${expected}.`)];
  });
}

/** Describes the expected value if the answer does not match the field. */
function expectedInstead({ kind, choices = [] }: FormField, value: Answers[string]): string | undefined {
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
    case "email":
    case "file":
    case "long_text":
    case "phone":
    case "text":
      return isText ? undefined : "a text";
  }
}

/** Maximum length of an answer, by field type. */
export const maxAnswerLength: Partial<Record<FormField["kind"], number>> = {
  text: 500,
  long_text: 10_000,
  email: 254,
  phone: 40,
};

/** Stricter format checks that imported answers skip. */
function usableFault({ handle, kind }: FormField, value: Answers[string] | undefined): Fault[] {
  if (typeof value !== "string") return [];
  const maxLength = maxAnswerLength[kind] ?? Infinity;
  if (value.length > maxLength) {
    return [fault(handle, "too_long", `The answer must have at most ${maxLength} characters.`)];
  }
  if (kind === "email" && !z.email().safeParse(value).success) {
    return [fault(handle, "invalid_value", "Expected an address like ana@school.example.")];
  }
  if (kind === "phone" && !/^\+?[\d ()./-]{4,}$/.test(value)) {
    return [fault(handle, "invalid_value", "Expected a number like +886 2 2345 6789.")];
  }
  return [];
}

const fault = (handle: string, code: string, detail: string): Fault => ({
  pointer: `/answers/${handle}`,
  code,
  detail,
});
