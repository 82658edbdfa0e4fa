import { html, raw } from "hono/html";

import type { Locale } from "#domain/platform/site/locales.ts";
import { textFor } from "../../text/catalogue.ts";
import type { RefusedComment } from "./discussion-view.ts";
import { problem } from "./fields.ts";
import { type Markup, withCode } from "./markup.ts";

/** The text of a comment, with the problem of a rejected one. */
export const commentField = (
  locale: Locale,
  input: {
    id: string;
    name: string;
    label: string;
    value: string;
    hint: string | undefined;
    refused: RefusedComment | undefined;
  },
): Markup => {
  const { discussion: text } = textFor(locale);
  const { id, name, label, value, hint, refused } = input;
  const described = [refused ? "problem" : "", hint === undefined ? "" : `${id}-hint`].filter((each) => each !== "");
  // HTML parsers drop a leading newline (HTML §13.1.2.5).
  return html`${refused && problem("problem", text.problem[refused.problem])}
    <div class="field">
      <label for="${id}">${label}</label>
      <textarea
        id="${id}"
        name="${name}"
        rows="3"
        maxlength="5000"
        required
        dir="auto"
        ${refused && raw('aria-invalid="true"')}
        ${described.length !== 0 && html`aria-describedby="${described.join(" ")}"`}
      >
${refused?.typed ?? value}</textarea>
      ${hint !== undefined && html`<p id="${id}-hint" class="hint">${withCode(hint)}</p>`}
    </div>`;
};
