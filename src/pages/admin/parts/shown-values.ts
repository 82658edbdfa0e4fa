import type { FormFields } from "#lib/form-fields.ts";
import { hiddenFieldsIn, type RenderedForm, switchesIn, valuesIn } from "../../views/parts/parse-form.ts";
import { digestOf } from "../derived/read-form.ts";
import { shownText } from "../derived/submitted.ts";

/** Hidden fields that describe the page, not what its form is about. */
const ofThePage: ReadonlySet<string> = new Set(["csrf", "version", "shown", "key", "confirmed"]);

/** Returns the digests of the values that a form shows, for its hidden field `shown`. */
export const shownValuesOf = (values: ReadonlyMap<string, string>): string =>
  shownText(Object.fromEntries([...values].map(([name, value]) => [name, digestOf(value)])));

/** True if a form of a page is the one that was submitted: it has the same address and is about the same. */
export function isSameForm(form: RenderedForm, action: string, fields: FormFields): boolean {
  if (form.method !== "post" || form.action !== action) return false;
  const submitted = new Map(fields);
  const about = [...hiddenFieldsIn(form.inner)].filter(([name]) => !ofThePage.has(name));
  return about.every(([name, value]) => submitted.get(name) === value) && valuesIn(form.inner).size > 0;
}

interface Merge {
  fields: FormFields;
  /** Names of the fields that the person changed. */
  changed: ReadonlySet<string>;
  /** Names of the fields that another person changed too, to another value. */
  collisions: readonly string[];
}

/**
 * Merges a submitted form into the form of the stored values. Fields that the person did not change follow the stored values.
 * Fields that the form does not show, such as the pressed button, stay as submitted.
 */
export function mergeForm(submitted: FormFields, shown: Readonly<Record<string, string>>, inner: string): Merge {
  const now = valuesIn(inner);
  const switches = switchesIn(inner);
  const typed = new Map(submitted.map(([name, value]) => [name, value.replaceAll("\r\n", "\n")]));
  const changed = new Set<string>();
  const collisions: string[] = [];
  const merged = [...now].map(([name, stored]): [string, string] => {
    const value = typed.get(name) ?? "";
    // Browsers omit check boxes that are not ticked, and nothing else: other missing fields were not on the form.
    if (!typed.has(name) && !switches.has(name)) return [name, stored];
    if (shown[name] === undefined || shown[name] === digestOf(value)) return [name, stored];
    changed.add(name);
    if (shown[name] !== digestOf(stored) && stored !== value) collisions.push(name);
    return [name, value];
  });
  const notShown = submitted.filter(([name]) => !now.has(name));
  return { fields: [...notShown, ...merged.filter(([, value]) => value !== "")], changed, collisions };
}
