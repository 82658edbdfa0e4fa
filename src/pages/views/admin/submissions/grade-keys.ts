import { html } from "hono/html";

import type { Locale } from "#domain/platform/site/locales.ts";
import { textFor } from "../../../text/catalogue.ts";
import type { Markup } from "../../parts/markup.ts";

/** The keys of the form of a grade. Without scripts, they are not shown. */
export const gradeKeys = (locale: Locale): Markup => {
  const { keys } = textFor(locale).admin.resources.submissions;
  return keyList(locale, [
    ["j", keys.next],
    ["k", keys.previous],
    ["g", keys.points],
    ["c", keys.feedback],
    ["Ctrl + Enter", keys.send],
  ]);
};

/** The key of the button that takes a grade back. */
export const undoKey = (locale: Locale): Markup =>
  keyList(locale, [["u", textFor(locale).admin.resources.submissions.keys.undo]]);

const keyList = (locale: Locale, rows: readonly (readonly [key: string, what: string])[]): Markup =>
  html`<l-keys hidden>
    <dl class="keys" aria-label="${textFor(locale).admin.resources.submissions.keys.title}">
      ${rows.map(
        ([key, what]) =>
          html`<div>
            <dt><kbd>${key}</kbd></dt>
            <dd>${what}</dd>
          </div>`,
      )}
    </dl>
  </l-keys>`;
