import { isDeepStrictEqual } from "node:util";
import * as z from "zod";
import { Slug } from "#domain/platform/fields.ts";
import { readYamlFields, problemOfFaults, writeYamlFields } from "#domain/platform/yaml-fields.ts";
import { compileEncoder } from "#lib/wire/encode.ts";
import { mostFields, NewForm, Question, requireDistinctHandles } from "./form-definition.ts";
import type { FormRow } from "./form.ts";

/** A form as a file describes it, whole: by its slug it is found again, and each field by its handle. */
const FormFile = NewForm.extend({
  slug: Slug,
  audience: NewForm.shape.audience.unwrap().default("everybody"),
  descriptionMarkdown: NewForm.shape.descriptionMarkdown.unwrap().default(""),
  fields: z
    .array(Question.safeExtend({ handle: Question.shape.handle.unwrap() }))
    .max(mostFields)
    .superRefine(requireDistinctHandles),
});
type FormFile = z.output<typeof FormFile>;

/** Reads a form from YAML, of which JSON is a part. Throws `validation_failed` with the lines of what is wrong. */
export function readFormFile(file: string, source: string): FormFile {
  const read = readYamlFields(FormFile, file, source);
  if (Array.isArray(read)) throw problemOfFaults(read);
  return read.matter;
}

/** The file that describes a form. What is asked no more stays with the form itself. */
export const writeFormFile = (form: FormRow): string => writeYamlFields(compileEncoder(FormFile)(described(form)));

/** Whether a form is as a file describes it. */
export const isAsDescribed = (form: FormRow, file: FormFile): boolean =>
  isDeepStrictEqual(described(form), plain(file));

const described = ({ name, slug, audience, descriptionMarkdown, fields }: FormRow) =>
  plain({ name, slug, audience, descriptionMarkdown, fields: fields.filter(({ retired }) => !retired) });

/** Without what is not said. */
const plain = ({ fields, ...form }: FormFile) => ({
  ...form,
  fields: fields.map(({ handle, label, kind, required, choices }) => ({
    handle,
    label,
    kind,
    required,
    ...(choices && choices.length > 0 && { choices }),
  })),
});
