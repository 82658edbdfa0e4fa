import { html } from "hono/html";

import { defaultColors, type LowContrast, lowContrasts } from "#domain/site/appearance/appearance.ts";
import { typedKeys } from "#lib/json/typed-object.ts";
import { toWire } from "#lib/wire/names.ts";

import type { FormValues } from "../../../admin/derived/form-values.ts";
import { textFor } from "../../../text/catalogue.ts";
import { fieldLabel } from "../../../text/fields/texts.ts";
import { fillPlain, type Markup } from "../../parts/markup.ts";
import type { AdminPage } from "../layout.ts";

const pages = ["home", "course", "sign-in"] as const;

/** Colors that are hard to tell apart, in sentences. */
export function contrastTexts({ locale }: Pick<AdminPage, "locale">, found: readonly LowContrast[]): string[] {
  const { lowContrast, contrastFine } = textFor(locale).admin.appearance;
  const nameOf = (color: string) => fieldLabel(locale, `appearance.colors.${color}`);
  const texts = found.map(({ color, on, found: ratio, least }) =>
    fillPlain(lowContrast, { color: nameOf(color), on: nameOf(on), found: ratio, least: String(least) }),
  );
  return texts.length === 0 ? [contrastFine] : texts;
}

/** Pages of the school with the values of the form. Without scripts, a button opens each. */
export function appearancePreview(page: AdminPage, values: FormValues): Markup {
  const { appearance: text } = textFor(page.locale).admin;
  const colors = Object.fromEntries(
    typedKeys(defaultColors).flatMap((name) => {
      const value = values.get(`colors.${toWire(name)}`) ?? "";
      return /^#[\da-f]{6}$/i.test(value) ? [[name, value]] : [];
    }),
  );
  return html`<section class="preview-of-look" aria-labelledby="preview">
    <h2 id="preview">${text.preview}</h2>
    <p class="hint">${text.hint}</p>
    <l-preview data-address="/admin/appearance/preview" data-contrast="/admin/appearance/contrast">
      <div class="acts">
        ${pages.map(
          (name) =>
            html`<button
              type="submit"
              class="button secondary"
              name="of"
              value="${name}"
              formaction="/admin/appearance/preview"
              formtarget="_blank"
              formnovalidate
            >
              ${text.pages[name]}
            </button>`,
        )}
      </div>
      <div role="status">
        <ul class="contrasts">
          ${contrastTexts(page, lowContrasts(colors)).map((one) => html`<li>${one}</li>`)}
        </ul>
      </div>
    </l-preview>
  </section>`;
}
