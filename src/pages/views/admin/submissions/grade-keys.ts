import { html } from "hono/html";

import type { Locale } from "#domain/platform/site/locales.ts";
import { textFor } from "../../../text/catalogue.ts";
import type { Markup } from "../../parts/markup.ts";

/** The keys of the page. Without scripts, they are not shown. */
export const gradeKeys = (locale: Locale): Markup => {
  const { keys } = textFor(locale).admin.resources.submissions;
  const rows = [
    ["j", keys.next],
    ["k", keys.previous],
    ["g", keys.points],
    ["c", keys.feedback],
    ["u", keys.undo],
    ["Ctrl + Enter", keys.send],
  ] as const;
  return html`<l-keys hidden>
    <dl class="keys" aria-label="${keys.title}">
      ${rows.map(
        ([key, what]) =>
          html`<div>
            <dt><kbd>${key}</kbd></dt>
            <dd>${what}</dd>
          </div>`,
      )}
    </dl>
  </l-keys>`;
};
