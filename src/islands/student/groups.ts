import type { Groups } from "./saved-on-server.ts";

/** Returns the group of a form field: a question of a quiz (`q.{question}.{choice}`), the text, the URL, the files or a position. */
function groupOf(name: string): string | undefined {
  const [first = "", second] = name.split(".");
  if (first === "q") return second;
  return ["text", "url", "keep", "at"].includes(first) ? first : undefined;
}

const lines = (text: string): string => text.replaceAll(/\r\n?/g, "\n");

/** Returns what the form says now. Empty fields say nothing. */
export function groupsOf(form: HTMLFormElement): Groups {
  const groups: Groups = {};
  for (const element of form.elements) {
    const group = groupOf(element.getAttribute("name") ?? "");
    if (group !== undefined) groups[group] ??= {};
  }
  for (const [name, value] of new FormData(form)) {
    const group = groupOf(name);
    if (group !== undefined && typeof value === "string" && value !== "") (groups[group] ??= {})[name] = lines(value);
  }
  return groups;
}

/** Returns the text that the server has sent, where it was typed before the module was loaded. */
export function textsOf(form: HTMLFormElement): Groups {
  const area = form.elements.namedItem("text");
  if (!(area instanceof HTMLTextAreaElement) || area.value === area.defaultValue) return {};
  return { text: area.defaultValue === "" ? {} : { text: lines(area.defaultValue) } };
}

export const isSame = (one: Groups[string] = {}, other: Groups[string] = {}): boolean => {
  const names = Object.keys(one);
  return names.length === Object.keys(other).length && names.every((name) => one[name] === other[name]);
};

export const changedIn = (now: Groups, saved: Groups): Groups =>
  Object.fromEntries(Object.entries(now).filter(([name, group]) => !isSame(group, saved[name])));

/** Tells other elements that a script has filled in fields. */
export const filledEvent = "l-filled";

export function fillIn(form: HTMLFormElement, groups: Groups): void {
  for (const element of form.elements) {
    const name = element.getAttribute("name") ?? "";
    const values = groups[groupOf(name) ?? ""];
    if (!values) continue;
    if (element instanceof HTMLInputElement && (element.type === "radio" || element.type === "checkbox")) {
      element.checked = values[name] === element.value;
    } else if (
      element instanceof HTMLInputElement ||
      element instanceof HTMLTextAreaElement ||
      element instanceof HTMLSelectElement
    ) {
      element.value = values[name] ?? "";
    }
  }
  form.dispatchEvent(new CustomEvent(filledEvent));
}
