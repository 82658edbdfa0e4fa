import type { FormValues } from "../derived/form-values.ts";

/** Questions that are answered by typing. */
const typedKinds: ReadonlySet<string> = new Set(["short_text", "numeric"]);

/**
 * Returns the values to save of the form of a quiz. The form shows only what applies to the kind of a question, and
 * keeps the rest in case the person changes the kind again. Empty questions and answers are left out.
 */
export function storedValues(values: FormValues): FormValues {
  const questions = new Map<string, Map<string, string>>();
  // Browsers omit boxes that are not ticked.
  const stored = new Map<string, string>([["shuffle", "off"]]);
  for (const [name, value] of values) {
    const [, question, part] = /^questions\.(\d{1,3})\.(.+)$/.exec(name) ?? [];
    if (question === undefined || part === undefined) stored.set(name, value);
    else partsOf(questions, question).set(part, value);
  }
  for (const [index, parts] of questions) {
    if (!isEmpty(parts)) for (const [part, value] of applicable(parts)) stored.set(`questions.${index}.${part}`, value);
  }
  return stored;
}

function partsOf(questions: Map<string, Map<string, string>>, index: string): Map<string, string> {
  const known = questions.get(index) ?? new Map<string, string>();
  questions.set(index, known);
  return known;
}

const writtenParts =
  /^(id|prompt_markdown|accepted_answers|explanation|tolerance|choices\.\d{1,3}\.(text|match|feedback))$/;

/** True for a question that was added, and not written. */
const isEmpty = (parts: ReadonlyMap<string, string>): boolean =>
  ![...parts].some(([name, value]) => value.trim() !== "" && writtenParts.test(name));

function* applicable(parts: ReadonlyMap<string, string>): Iterable<[string, string]> {
  const kind = parts.get("kind") ?? "";
  for (const [name, value] of parts) {
    // Only typed answers can be compared exactly.
    if (name === "comparison" && !typedKinds.has(kind)) yield [name, "folded"];
    else if (applies(name, kind, parts)) yield [name, value];
  }
}

function applies(name: string, kind: string, parts: ReadonlyMap<string, string>): boolean {
  const isTyped = typedKinds.has(kind);
  if (name === "accepted_answers") return isTyped;
  if (name === "tolerance") return kind === "numeric" && parts.get("comparison") !== "exact";
  const [, choice, field] = /^choices\.(\d{1,3})\.(.+)$/.exec(name) ?? [];
  if (choice === undefined) return true;
  return !isTyped && isWritten(parts, choice, kind) && (field !== "match" || kind === "matching");
}

const isWritten = (parts: ReadonlyMap<string, string>, choice: string, kind: string): boolean =>
  ["text", "feedback", ...(kind === "matching" ? ["match"] : [])].some(
    (field) => (parts.get(`choices.${choice}.${field}`) ?? "").trim() !== "",
  );
