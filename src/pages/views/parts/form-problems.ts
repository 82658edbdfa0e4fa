import { html, raw } from "hono/html";

import { textFor } from "../../text/catalogue.ts";
import { wait } from "./dates.ts";
import { field, problem } from "./fields.ts";
import type { PageContext } from "#pages/views/parts/page-context.ts";
import { fillPlain, type Markup } from "./markup.ts";

/** Reasons to reject an account form. */
export type FormProblem =
  | { kind: Exclude<keyof ReturnType<typeof textFor>["signUp"]["problem"], "too_many"> }
  | { kind: "too_many"; retryAfterSeconds: number };

/** Field of each problem. Problems without a field are omitted. */
const fieldsByProblem: Partial<Record<FormProblem["kind"], string>> = {
  name: "name",
  picture: "picture",
  email: "email",
  unchanged: "email",
  taken: "email",
  required: "password",
  too_short: "password",
  too_long: "password",
  too_common: "password",
  same_as_email: "password",
  wrong_password: "current",
};

/** All problems, above the form. */
export const problemBox = (page: PageContext, problems: readonly FormProblem[]): Markup => {
  const text = textFor(page.locale).signUp.problem;
  if (problems.length === 0) return raw("");
  const sentences = problems.map((found) =>
    found.kind === "too_many"
      ? fillPlain(text.too_many, { wait: wait(page.locale, found.retryAfterSeconds) })
      : text[found.kind],
  );
  return problem("problem", sentences.join(" "));
};

/** Field that refers to its problems. */
export const checkedField = (problems: readonly FormProblem[], input: Parameters<typeof field>[0]): Markup => {
  const invalid = problems.some(({ kind }) => fieldsByProblem[kind] === input.name);
  const describedBy = [invalid ? "problem" : undefined, input.describedBy].filter(Boolean).join(" ");
  return field({ ...input, invalid, describedBy: describedBy === "" ? undefined : describedBy });
};

/** New password field with requirements. */
export const newPasswordField = (
  page: PageContext,
  problems: readonly FormProblem[],
  { label, focused = false, id = "password" }: { label: string; focused?: boolean; id?: string },
): Markup => {
  const { passwordHint } = textFor(page.locale).signUp.field;
  const hint = "password-hint";
  return html`<div class="field">
    ${checkedField(problems, {
      id,
      name: "password",
      label,
      type: "password",
      autocomplete: "new-password",
      focused,
      describedBy: hint,
    })}
    <p id="${hint}" class="hint">${passwordHint}</p>
  </div>`;
};
