import { html } from "hono/html";

import { adminSections } from "../../../admin/sections.ts";
import { textFor } from "../../../text/catalogue.ts";
import { button, hidden, notice } from "../../parts/fields.ts";
import { fillPlain } from "../../parts/markup.ts";
import { textArea } from "../forms/form-fields.ts";
import { adminLayout, type AdminPage } from "../layout.ts";

export type MediaProblem = { kind: "too_many" } | { kind: "syntax"; line: number };

const example = "https://cdn.example";

/** Posts `origins`, one per line. */
export const mediaSettings = (
  page: AdminPage,
  view: { typed: string; saved: boolean; problem: MediaProblem | undefined },
): string => {
  const { media: text, sections, save, saved } = textFor(page.locale).admin;
  const { typed, problem } = view;
  return adminLayout(page, {
    title: sections.media.name,
    problem: problem !== undefined,
    content: html`${view.saved && notice(saved)}
      <h1>${sections.media.name}</h1>
      <p class="lead">${text.intro}</p>
      <form method="post" action="${adminSections.media.path}" class="stack">
        ${hidden("csrf", page.csrf)}
        ${textArea({
          name: "origins",
          label: text.origins,
          hint: fillPlain(text.hint, { example }),
          value: typed,
          rows: 6,
          code: true,
          problem:
            problem &&
            (problem.kind === "too_many"
              ? text.problems.too_many
              : fillPlain(text.problems.syntax, { line: String(problem.line), example })),
        })}
        <div>${button(save, { look: "primary" })}</div>
      </form>`,
  });
};
