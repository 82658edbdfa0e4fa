import { html } from "hono/html";
import { textFor } from "../../text/catalogue.ts";
import { layout } from "../frame/layout.ts";
import type { PageContext } from "#pages/views/parts/page-context.ts";
import { fill, foreign } from "../parts/markup.ts";

interface SignedOut {
  /** The client to return to. */
  back?: { name: string; href: string } | undefined;
  /** A provider at which the person is still signed in. */
  elsewhere?: { name: string; address: string } | undefined;
}

/** Page after sign-out. States that connected apps keep their access. */
export const signedOut = (page: PageContext, { back, elsewhere }: SignedOut = {}): string => {
  const { signedOut: text } = textFor(page.locale);
  return layout(page, {
    title: text.title,
    width: "narrow",
    content: html`<h1>${text.title}</h1>
      <p class="lead">${text.detail}</p>
      ${
        back
          ? html`<p class="after">
                <a class="button primary" href="${back.href}">${fill(text.back, { client: foreign(back.name) })}</a>
              </p>
              <p><a href="/sign-in">${text.again}</a></p>`
          : html`<p class="after"><a class="button primary" href="/sign-in">${text.again}</a></p>`
      }
      ${
        elsewhere &&
        html`<p class="after">
          <a href="${elsewhere.address}">${fill(text.elsewhere, { provider: foreign(elsewhere.name) })}</a>
        </p>`
      }`,
  });
};
