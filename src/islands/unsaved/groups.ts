import type { Groups } from "./server-draft.ts";

/** The field of the resource that a form field belongs to: `video` of `video.captions.0.lang`. */
export const groupOf = (name: string): string => name.split(".", 1)[0] ?? name;

/** Not part of the resource. */
const pageFields: ReadonlySet<string> = new Set(["csrf", "version", "shown", "key", "draft", "act"]);

const lines = (text: string): string => text.replaceAll(/\r\n?/g, "\n");

/** Returns what the form would submit now, by field of the resource. */
export function groupsOf(form: HTMLFormElement): Groups {
  const groups: Groups = {};
  for (const [name, value] of new FormData(form)) {
    if (typeof value !== "string" || pageFields.has(name)) continue;
    (groups[groupOf(name)] ??= {})[name] = lines(value);
  }
  // A field without a ticked box submits nothing.
  for (const { name } of namedControls(form)) if (!pageFields.has(name)) groups[groupOf(name)] ??= {};
  return groups;
}

const namedControls = (form: HTMLFormElement): { name: string }[] =>
  [...form.elements].flatMap((element) => {
    const name = element.getAttribute("name") ?? "";
    return name === "" ? [] : [{ name }];
  });

export const isSame = (one: Groups[string] | undefined, other: Groups[string] | undefined): boolean => {
  const [left, right] = [Object.entries(one ?? {}), Object.keys(other ?? {})];
  return left.length === right.length && left.every(([name, value]) => other?.[name] === value);
};

export const changedIn = (now: Groups, saved: Groups): Groups =>
  Object.fromEntries(Object.entries(now).filter(([name, group]) => !isSame(group, saved[name])));
