import { isDeepStrictEqual } from "node:util";
import * as z from "zod";
import { Slug } from "#domain/platform/fields.ts";
import { readYamlFields, problemOfFaults, writeYamlFields } from "#domain/platform/input/yaml-fields.ts";
import { compileEncoder } from "#lib/wire/encode.ts";
import { maxFields, NewForm, Question, requireDistinctHandles } from "./form-definition.ts";
import type { FormRow } from "./form.ts";

/** A complete form definition in a file. The slug identifies the form, handles identify its fields. */
const FormFile = NewForm.extend({
  slug: Slug,
  audience: NewForm.shape.audience.unwrap().default("everybody"),
  descriptionMarkdown: NewForm.shape.descriptionMarkdown.unwrap().default(""),
  fields: z
    .array(Question.safeExtend({ handle: Question.shape.handle.unwrap() }))
    .max(maxFields)
    .superRefine(requireDistinctHandles),
});
type FormFile = z.output<typeof FormFile>;

/** Reads a form from YAML (a superset of JSON). Throws `validation_failed` with line numbers. */
export async function readFormFile(file: string, source: string): Promise<FormFile> {
  const read = await readYamlFields(FormFile, file, source);
  if (Array.isArray(read)) throw problemOfFaults(read);
  return read.matter;
}

/** Writes the form definition file. Retired fields are omitted and stay with the form. */
export const writeFormFile = (form: FormRow): string => writeYamlFields(compileEncoder(FormFile)(described(form)));

/** Returns whether a form matches its file. */
export const isAsDescribed = (form: FormRow, file: FormFile): boolean =>
  isDeepStrictEqual(described(form), plain(file));

const described = ({ name, slug, audience, descriptionMarkdown, fields }: FormRow) =>
  plain({ name, slug, audience, descriptionMarkdown, fields: fields.filter(({ retired }) => !retired) });

/** Removes default values. */
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
