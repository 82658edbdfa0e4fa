import type { Locale } from "#domain/platform/site/locales.ts";
import type { FormRow } from "#domain/content/forms/form.ts";
import { typedKeys } from "#lib/json/typed-object.ts";
import { textFor } from "../../text/catalogue.ts";
import type { Collision } from "../../views/admin/parts/collisions.ts";
import type { TypedForm, TypedQuestion } from "../../views/admin/forms/form-editor.ts";
import { fillPlain } from "../../views/parts/markup.ts";
import { digestOf } from "../derived/read-form.ts";
import { shownText } from "../derived/submitted.ts";
import { typedOf } from "./typed-form.ts";

/** Digests by `name`, `slug`, `description`, `audience`, `questions` (their order) and `f:key` (each question). */
type Shown = Readonly<Record<string, string>>;

const headOf = ({ name, slug, description, audience }: TypedForm) => ({ name, slug, description, audience });

const contentOf = ({ label, kind, required, choices }: TypedQuestion) => [label, kind, required, choices.trim()];

const keysOf = ({ questions }: TypedForm): string[] => questions.map(({ handle }) => handle);

const digestsOf = (typed: TypedForm): Record<string, string> => ({
  ...Object.fromEntries(Object.entries(headOf(typed)).map(([name, value]) => [name, digestOf(value)])),
  questions: digestOf(keysOf(typed)),
  ...Object.fromEntries(typed.questions.map((question) => [`f:${question.handle}`, digestOf(contentOf(question))])),
});

/** The hidden field `shown` of the editor. */
export const shownByEditor = (form: FormRow): string => shownText(digestsOf(typedOf(form)));

interface Merged {
  typed: TypedForm;
  collisions: readonly Collision[];
}

/** Merges an edited form into the stored one: by fields of its head, by questions, and by their order. */
export function mergeTyped(typed: TypedForm, shown: Shown, form: FormRow, locale: Locale): Merged {
  const current = typedOf(form);
  const [mine, now] = [digestsOf(typed), digestsOf(current)];
  const { edit: text, audiences } = textFor(locale).admin.forms;
  const isMine = (name: string) => mine[name] !== shown[name];
  const collides = (name: string) => isMine(name) && now[name] !== shown[name] && now[name] !== mine[name];
  const written = (name: keyof ReturnType<typeof headOf>, of: TypedForm) =>
    name === "audience" ? audiences[of.audience].name : of[name];

  const head = typedKeys(headOf(typed)).filter(isMine);
  const collisions = head.filter(collides).map((name) => ({
    id: name,
    label: text[name],
    now: written(name, current),
    yours: written(name, typed),
  }));
  const questions = mergeQuestions(typed, current, isMine);
  const changedByBoth = questions
    .map((question, index) => ({ question, index, name: `f:${question.handle}` }))
    .filter(({ name }) => shown[name] !== undefined && collides(name))
    .map(({ question, index }) => ({
      id: `f.${index}.question`,
      label: fillPlain(text.question, { number: String(index + 1) }),
      now: summaryOf(
        locale,
        current.questions.find(({ handle }) => handle === question.handle),
      ),
      yours: summaryOf(locale, question),
    }));
  const order = collides("questions")
    ? [{ id: "questions", label: text.questions, now: labelsOf(current.questions), yours: labelsOf(typed.questions) }]
    : [];
  return {
    typed: { ...current, ...Object.fromEntries(head.map((name) => [name, typed[name]])), questions },
    collisions: [...collisions, ...order, ...changedByBoth],
  };
}

/** Questions of the person who changed their order, added or removed some, each with the content that was changed. */
function mergeQuestions(
  typed: TypedForm,
  current: TypedForm,
  isMine: (name: string) => boolean,
): readonly TypedQuestion[] {
  const typedBy = new Map(typed.questions.map((question) => [question.handle, question]));
  const currentBy = new Map(current.questions.map((question) => [question.handle, question]));
  const order = isMine("questions") ? typed.questions : current.questions;
  const merged = order.map((question) => {
    const [mine, now] = [typedBy.get(question.handle), currentBy.get(question.handle)];
    if (!mine || !now || question.handle === "") return question;
    return isMine(`f:${question.handle}`) ? mine : now;
  });
  // Another person removed it, and this one changed it.
  const kept = new Set(merged.map(({ handle }) => handle));
  const changed = typed.questions.filter(({ handle }) => !kept.has(handle) && isMine(`f:${handle}`));
  return isMine("questions") ? merged : [...merged, ...changed];
}

const labelsOf = (questions: readonly TypedQuestion[]): string => questions.map(({ label }) => label).join(" · ");

function summaryOf(locale: Locale, question: TypedQuestion | undefined): string {
  if (!question) return "";
  const { kinds, edit: text } = textFor(locale).admin.forms;
  const { label, kind, required, choices } = question;
  return [label, kinds[kind], ...(required ? [text.required] : []), ...choices.split("\n")].filter(Boolean).join(" · ");
}
