import { html, raw } from "hono/html";

import type { DraftFields } from "#domain/catalog/curriculum/drafts/draft.ts";
import { fromWire } from "#lib/wire/names.ts";

import { textFor } from "../../../text/catalogue.ts";
import { fieldLabel } from "../../../text/fields/texts.ts";
import { foreign, type Markup } from "../../parts/markup.ts";
import type { AdminPage } from "../layout.ts";

/** Shows the texts of a newer draft of the same person, beside those of the form. */
export const draftClash = (
  { locale }: AdminPage,
  clash: { names: readonly string[]; theirs: DraftFields } | undefined,
): Markup => {
  if (!clash) return raw("");
  const { lectures: text } = textFor(locale).admin;
  return html`<div class="notice grave" role="alert">
    <p>${text.newerDraft}</p>
    <ul>
      ${clash.names.map(
        (name) =>
          html`<li>
            <a href="#${name}">${fieldLabel(locale, `lectures.${fromWire(name)}`)}</a> ${text.inOtherWindow}
            <pre class="source" tabindex="0">${foreign(Object.values(clash.theirs[name] ?? {}).join("\n"))}</pre>
          </li>`,
      )}
    </ul>
  </div>`;
};
