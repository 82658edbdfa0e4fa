import type { AnswerInput } from "#domain/content/forms/answers.ts";
import { maxAnswerLength } from "#domain/content/forms/answers.ts";
import { maxSubmissionBytes } from "#domain/content/forms/answer-files.ts";
import type { ReceivedFile } from "#domain/platform/input/received-file.ts";
import type { FormField } from "#domain/content/forms/form.ts";
import type { Form } from "#oauth/form.ts";
import type { Locale } from "#domain/platform/site/locales.ts";
import { textFor } from "../text/catalogue.ts";
import { type Answering, nameOf } from "../views/parts/form-questions.ts";
import { fillPlain } from "../views/parts/markup.ts";

/** Returns the submitted answers, for rendering the form again. */
export function readTyped(form: Form, fields: readonly FormField[]): Answering["typed"] {
  return Object.fromEntries(
    fields.map(({ handle, kind, choices = [] }) => {
      if (kind === "bool") return [handle, form.get(nameOf(handle)) !== undefined];
      if (kind === "choices") {
        return [handle, choices.filter((choice, index) => form.get(nameOf(handle, index)) === choice)];
      }
      return [handle, form.get(nameOf(handle)) ?? ""];
    }),
  );
}

/** Converts submitted values to answers. A value that is not a number stays text, so that validation rejects it. */
export function answersOf(typed: Answering["typed"], fields: readonly FormField[]): AnswerInput {
  return Object.fromEntries(
    fields.map(({ handle, kind }) => {
      const typedValue = typed[handle] ?? "";
      if (typeof typedValue !== "string")
        return [handle, typeof typedValue === "boolean" ? typedValue : [...typedValue]];
      const text = typedValue.trim();
      return [handle, kind === "number" && isNumber(text) ? Number(text.replace(",", ".")) : text];
    }),
  );
}

/** Returns the uploaded files by question handle. */
export const filesOf = (fields: readonly FormField[], sent: ReadonlyMap<string, ReceivedFile>) =>
  Object.fromEntries(
    fields.flatMap(({ handle, kind }) => {
      const file = kind === "file" ? sent.get(nameOf(handle)) : undefined;
      return file ? [[handle, file] as const] : [];
    }),
  );

/** Accepts a decimal point or comma. */
const isNumber = (text: string): boolean => /^[+-]?\d{1,15}([.,]\d{1,15})?$/.test(text);

interface Fault {
  pointer: string;
  code: string;
}

/**
 * Returns the error message of each rejected answer. Browsers drop selected files, so file fields ask for them again.
 */
export function saidOf(
  locale: Locale,
  fields: readonly FormField[],
  faults: readonly Fault[],
  files: Readonly<Record<string, ReceivedFile>>,
): Answering["wrong"] {
  const { wrong } = textFor(locale).public.forms;
  return Object.fromEntries(
    fields.flatMap(({ handle, kind }) => {
      const fault = faults.find(({ pointer }) => pointer === `/answers/${handle}`);
      if (fault) return [[handle, sayFault(wrong, kind, fault.code)]];
      return handle in files ? [[handle, wrong.again]] : [];
    }),
  );
}

function sayFault(
  wrong: ReturnType<typeof textFor>["public"]["forms"]["wrong"],
  kind: FormField["kind"],
  code: string,
): string {
  if (code === "required") {
    if (kind === "bool") return wrong.tick;
    return kind === "choice" || kind === "choices" ? wrong.choose : wrong.required;
  }
  if (code === "too_long") return fillPlain(wrong.tooLong, { max: String(maxAnswerLength[kind]) });
  if (code === "too_large") return fillPlain(wrong.tooLarge, { max: String(maxSubmissionBytes / 1024 / 1024) });
  if (kind === "file") return wrong.file;
  if (kind === "choices") return wrong.choice;
  return kind === "email" || kind === "phone" || kind === "number" || kind === "date" || kind === "choice"
    ? wrong[kind]
    : wrong.other;
}
