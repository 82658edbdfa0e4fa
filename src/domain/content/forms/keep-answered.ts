import { throwErrors } from "#domain/platform/problem.ts";
import { hasChoices, type Question } from "./form-definition.ts";
import type { FormField } from "./form.ts";

/**
 * Returns the fields of a changed form: the current ones, followed by retired fields with answers. Existing answers
 * depend on handle and kind, so an answered field keeps both.
 */
export function fieldsAfter(
  questions: readonly Question[],
  existing: readonly FormField[],
  isAnswered: (handle: string) => boolean,
): FormField[] {
  const before = new Map(existing.map((field) => [field.handle, field]));
  const requested = questions.filter(({ retired }) => !retired);
  const taken = new Set([...before.keys(), ...requested.flatMap(({ handle }) => handle ?? [])]);
  const fields = requested.map(({ handle, label, kind, required, choices = [] }) => {
    const fieldHandle = handle ?? freeHandle(label, taken);
    taken.add(fieldHandle);
    return { handle: fieldHandle, label, kind, required, ...(hasChoices(kind) && { choices }) };
  });
  requireSameKinds(questions, fields, before, isAnswered);
  const named = new Set(fields.map(({ handle }) => handle));
  const retired = existing
    .filter(({ handle }) => !named.has(handle) && isAnswered(handle))
    .map((field) => ({ ...field, required: false, retired: true }));
  return [...fields, ...retired];
}

function requireSameKinds(
  questions: readonly Question[],
  fields: readonly FormField[],
  before: ReadonlyMap<string, FormField>,
  isAnswered: (handle: string) => boolean,
): void {
  const positions = questions.flatMap(({ retired }, index) => (retired ? [] : [index]));
  const errors = fields.flatMap(({ handle, kind }, index) => {
    const was = before.get(handle)?.kind;
    if (was === undefined || was === kind || (isText(was) && isText(kind)) || !isAnswered(handle)) return [];
    const detail = `The field has answers of type ${was}, so its type is fixed. Add another field and remove this one.`;
    return [{ pointer: `/fields/${positions[index]}/kind`, code: "has_values", detail }];
  });
  throwErrors(errors);
}

/** Both are text and differ only in the size of the input. */
const isText = (kind: string): boolean => kind === "text" || kind === "long_text";

function freeHandle(label: string, taken: ReadonlySet<string>): string {
  const labelWords = label
    .normalize("NFKD")
    .toLowerCase()
    .replace(/\p{M}/gu, "")
    .replace(/[^a-z0-9]+/g, "_")
    .replace(/^[_\d]+/, "")
    .slice(0, 30)
    .replace(/(?<!_)_+$/, "");
  const base = labelWords || "field";
  if (labelWords && !taken.has(base)) return base;
  for (let number = labelWords ? 2 : 1; ; number++) if (!taken.has(`${base}_${number}`)) return `${base}_${number}`;
}
