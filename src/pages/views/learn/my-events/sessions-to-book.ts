import { html, raw } from "hono/html";
import type { Locale } from "#domain/platform/site/locales.ts";
import { textFor } from "../../../text/catalogue.ts";
import { fillPlain, foreign, type Markup } from "../../parts/markup.ts";

/** A consulting service with sessions that have no time yet. */
export interface ServiceToBook {
  name: string;
  slug: string;
  left: number;
}

/** Sessions that the member has, and for which they choose a time next. */
export const sessionsToBook = (locale: Locale, services: readonly ServiceToBook[]): Markup => {
  const { toBook: text } = textFor(locale).myEvents;
  if (services.length === 0) return raw("");
  return html`<section class="engagements">
    <h2>${text.title}</h2>
    <ul class="rows">
      ${services.map(
        ({ name, slug, left }) =>
          html`<li class="row">
            <div class="about">
              <h3>${foreign(name)}</h3>
              <p class="soft">${fillPlain(text.left, { count: String(left) })}</p>
            </div>
            <a
              class="button secondary"
              href="/consulting/${slug}#times"
              aria-label="${fillPlain(text.chooseOf, { name })}"
              >${text.choose}</a
            >
          </li>`,
      )}
    </ul>
  </section>`;
};
