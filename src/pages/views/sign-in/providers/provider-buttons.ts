import { html, raw } from "hono/html";
import { textFor } from "../../../text/catalogue.ts";
import type { PageContext } from "#pages/views/parts/page-context.ts";
import { button, hidden } from "../../parts/fields.ts";
import { fillPlain, type Markup } from "../../parts/markup.ts";

/** An identity provider with the address of the form that begins a sign-in. */
export interface ProviderWay {
  name: string;
  action: string;
}

/** A button for each identity provider. */
export const providerButtons = (page: PageContext, csrf: string, ways: readonly ProviderWay[]): Markup => {
  const text = textFor(page.locale).providers;
  if (ways.length === 0) return raw("");
  return html`<p class="or"><span>${text.or}</span></p>
    <div class="provider-ways">
      ${ways.map(
        ({ name, action }) =>
          html`<form method="post" action="${action}">
            ${hidden("csrf", csrf)} ${button(fillPlain(text.with, { provider: name }), { look: "secondary" })}
          </form>`,
      )}
    </div>`;
};

/** The button of the provider that this browser used last, before the other ways. */
export const lastProvider = (page: PageContext, csrf: string, { name, action }: ProviderWay): Markup => {
  const text = textFor(page.locale).providers;
  return html`<form method="post" action="${action}" class="stack">
      ${hidden("csrf", csrf)} ${button(fillPlain(text.with, { provider: name }), { look: "primary" })}
    </form>
    <p class="or"><span>${text.or}</span></p>`;
};
