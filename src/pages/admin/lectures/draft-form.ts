import type { DraftFields, LectureDraft } from "#domain/catalog/curriculum/drafts/draft.ts";
import type { Field } from "../derived/fields.ts";
import { formValuesOf } from "../derived/fill-form.ts";
import type { FormValues } from "../derived/form-values.ts";
import { digestOf, readForm } from "../derived/read-form.ts";

/** The field of the lecture that a form field belongs to: `video` of `video.captions.0.lang`. */
const groupOf = (name: string): string => name.split(".", 1)[0] ?? name;

interface FilledForm {
  /** The values of the lecture, with the changes of the draft. */
  values: FormValues;
  /** Digests of the fields: as they are, or as they were when the editor began to change them. */
  shown: Readonly<Record<string, string>>;
  /** Fields that the draft changes. */
  changed: readonly string[];
}

interface Input {
  fields: readonly Field[];
  /** The lecture as JSON. */
  wire: object;
  timeZone: string;
}

/** Digests of the fields that a form says. */
export function digestsIn({ fields, timeZone }: Omit<Input, "wire">, values: FormValues): Record<string, string> {
  const { wire } = readForm(fields, values, timeZone, "patch");
  return Object.fromEntries(Object.entries(wire).map(([name, value]) => [name, digestOf(value)]));
}

/**
 * Fills the form of a lecture, with the draft of its editor. Fields that the draft does not change follow the lecture:
 * what others publish meanwhile is kept.
 */
export function fillWithDraft(input: Input, draft: Pick<LectureDraft, "fields" | "shown">): FilledForm {
  const live = formValuesOf(input.fields, input.wire, input.timeZone);
  const now = digestsIn(input, live);
  const values = groupsReplaced(live, draft.fields);
  const digests = digestsIn(input, values);
  const changed = Object.keys(draft.fields).filter((name) => name in digests && digests[name] !== now[name]);
  const kept = Object.fromEntries(
    changed.flatMap((name) => (name in draft.shown ? [[name, draft.shown[name] ?? ""]] : [])),
  );
  return { values, shown: { ...now, ...kept }, changed };
}

/** Replaces all form fields of each changed field. */
export function groupsReplaced(values: FormValues, fields: DraftFields): FormValues {
  const kept = [...values].filter(([name]) => fields[groupOf(name)] === undefined);
  return new Map([...kept, ...Object.values(fields).flatMap((group) => Object.entries(group))]);
}

/** Returns the form fields of these fields of the lecture. Browsers send the same for a form and for a draft. */
export function fieldsOfGroups(values: FormValues, groups: readonly string[]): DraftFields {
  const named = [...values].filter(([name]) => groups.includes(groupOf(name)));
  const by = Map.groupBy(named, ([name]) => groupOf(name));
  // A field whose check boxes are all empty sends nothing.
  return Object.fromEntries(groups.map((group) => [group, Object.fromEntries(by.get(group) ?? [])]));
}
