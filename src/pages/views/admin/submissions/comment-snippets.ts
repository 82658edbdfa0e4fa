import { html, raw } from "hono/html";

import { textFor } from "../../../text/catalogue.ts";
import { button } from "../../parts/fields.ts";
import { fillPlain, foreign, type Markup } from "../../parts/markup.ts";
import type { AdminPage } from "../layout.ts";

export type CommentSnippet = { id: string; text: string };

const maxLabelLength = 70;

/**
 * Saved comments of the person. Buttons of the form around it: `act` is `insert:ID`, `forget:ID`, or `keep` for what is
 * in the field for feedback. A script inserts at the cursor without sending the form.
 */
export const commentSnippets = (page: AdminPage, snippets: readonly CommentSnippet[]): Markup => {
  const { submissions: text } = textFor(page.locale).admin.resources;
  return html`<l-snippets data-for="feedback">
    <details class="rare" ${snippets.length > 0 && raw("open")}>
      <summary>${text.snippets}</summary>
      ${
        snippets.length === 0
          ? html`<p class="hint">${text.noSnippets}</p>`
          : html`<ul class="snippets">
              ${snippets.map(({ id, text: comment }) => {
                const short = shortened(comment);
                return html`<li>
                  <button
                    type="submit"
                    class="button plain"
                    name="act"
                    value="insert:${id}"
                    data-insert="${comment}"
                    formnovalidate
                  >
                    ${foreign(short)}
                  </button>
                  ${button(text.forget, { look: "plain", name: "act", value: `forget:${id}`, skipValidation: true, spoken: fillPlain(text.forgetOf, { comment: short }) })}
                </li>`;
              })}
            </ul>`
      }
      ${button(text.keep, { look: "secondary", name: "act", value: "keep", skipValidation: true })}
    </details>
  </l-snippets>`;
};

const shortened = (comment: string): string =>
  comment.length > maxLabelLength ? `${comment.slice(0, maxLabelLength)}…` : comment;
