import { html } from "hono/html";
import { textFor } from "../../../text/catalogue.ts";
import { layout } from "../../frame/layout.ts";
import type { PageContext } from "#pages/views/parts/page-context.ts";
import { fill, fillPlain, foreign } from "../../parts/markup.ts";

/** Leads to an identity provider. Its reply moves on by itself: browsers apply `form-action` to redirects of forms. */
export const leaving = (page: PageContext, { provider, address }: { provider: string; address: string }): string => {
  const text = textFor(page.locale).providers.leaving;
  return layout(page, {
    title: fillPlain(text.title, { provider }),
    width: "narrow",
    head: "bare",
    content: html`<h1>${fill(text.title, { provider: foreign(provider) })}</h1>
      <p class="lead">${fill(text.lead, { provider: foreign(provider) })}</p>
      <p class="after"><a class="button primary" href="${address}">${text.go}</a></p>`,
  });
};
