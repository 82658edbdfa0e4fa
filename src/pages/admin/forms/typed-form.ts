import { hasChoices, maxFields } from "#domain/content/forms/form-definition.ts";
import { audiences, fieldKinds, type FormField, type FormRow } from "#domain/content/forms/form.ts";
import type { Form } from "#oauth/form.ts";
import type { TypedForm, TypedQuestion } from "../../views/admin/forms/form-editor.ts";

/** Parses the submitted editor form, even if it is incomplete. */
export function readTyped(form: Form): TypedForm {
  const questions: TypedQuestion[] = [];
  for (let index = 0; index <= maxFields; index++) {
    const at = (field: string) => form.get(`f.${index}.${field}`);
    const kind = fieldKinds.find((each) => each === at("kind"));
    if (!kind) break;
    questions.push({
      handle: (at("handle") ?? "").trim(),
      label: at("label") ?? "",
      kind,
      required: at("required") !== undefined,
      choices: at("choices") ?? "",
      known: at("known") === "1",
    });
  }
  return {
    name: form.get("name") ?? "",
    slug: (form.get("slug") ?? "").trim(),
    description: form.get("description") ?? "",
    audience: audiences.find((each) => each === form.get("audience")) ?? "everybody",
    questions,
  };
}

export const typedOf = (form: Pick<FormRow, "name" | "slug" | "audience" | "descriptionMarkdown" | "fields">) => ({
  name: form.name,
  slug: form.slug,
  audience: form.audience,
  description: form.descriptionMarkdown,
  questions: form.fields.filter(({ retired }) => !retired).map(typedQuestion),
});

const typedQuestion = ({ handle, label, kind, required, choices = [] }: FormField): TypedQuestion => ({
  handle,
  label,
  kind,
  required,
  choices: choices.join("\n"),
  known: true,
});

/** Converts form values to the input of the operation. Omits empty values. */
export const definitionOf = ({ name, slug, audience, description, questions }: TypedForm) => ({
  name,
  ...(slug !== "" && { slug }),
  audience,
  descriptionMarkdown: description,
  fields: questions.map(({ handle, label, kind, required, choices }) => ({
    ...(handle !== "" && { handle }),
    label,
    kind,
    required,
    ...(hasChoices(kind) && { choices: linesOf(choices) }),
  })),
});

const linesOf = (text: string): string[] =>
  text
    .split(/\r\n|\r|\n/)
    .map((line) => line.trim())
    .filter((line) => line !== "");

export interface Rearranged {
  questions: readonly TypedQuestion[];
  /** Index of the question that was added or moved. */
  focus: number | undefined;
}

/** Applies an editor button to the questions without saving. */
export function rearrange(
  questions: readonly TypedQuestion[],
  pressed: string,
  retired: readonly FormField[],
): Rearranged {
  const [what = "", which = ""] = pressed.split(/\.(.*)/s);
  const at = Number(which);
  switch (what) {
    case "add":
      return added(questions, { handle: "", label: "", kind: "text", required: false, choices: "", known: false });
    case "restore": {
      const field = retired.find(({ handle }) => handle === which);
      return field ? added(questions, typedQuestion(field)) : { questions, focus: undefined };
    }
    case "up":
      return swapped(questions, at, at - 1);
    case "down":
      return swapped(questions, at, at + 1);
    case "remove":
      return { questions: questions.filter((_, index) => index !== at), focus: undefined };
    default:
      return { questions, focus: undefined };
  }
}

const added = (questions: readonly TypedQuestion[], question: TypedQuestion): Rearranged =>
  questions.length >= maxFields
    ? { questions, focus: undefined }
    : { questions: [...questions, question], focus: questions.length };

function swapped(questions: readonly TypedQuestion[], from: number, to: number): Rearranged {
  const [one, other] = [questions[from], questions[to]];
  if (!one || !other) return { questions, focus: undefined };
  return { questions: questions.with(from, other).with(to, one), focus: to };
}
