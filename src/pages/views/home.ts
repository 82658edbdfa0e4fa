import { html, raw } from "hono/html";

import { textFor } from "../text/catalogue.ts";
import { layout, nameOf, type PageContext } from "./layout.ts";
import { fill, foreign, type Markup } from "./markup.ts";

/** The start page of a site: what it is, the way in, and where a program begins. */
export const home = (page: PageContext, view: { description?: string | null }): string => {
  const { home: text } = textFor(page.locale);
  return layout(page, {
    title: text.title,
    content: html`<h1 class="display">${foreign(page.site.name)}</h1>
      ${view.description ? html`<p class="lead foreign">${view.description}</p>` : raw("")} ${wayIn(page)}
      <section aria-labelledby="developers">
        <h2 id="developers">${text.developers}</h2>
        <p class="prose soft">${text.developersIntro}</p>
        <dl class="entries stacked">
          ${address(page, text.openid, "/.well-known/openid-configuration")}
          ${address(page, text.authorizationServer, "/.well-known/oauth-authorization-server")}
          ${address(page, text.protectedResource, "/.well-known/oauth-protected-resource")}
          ${address(page, text.errors, "/docs/errors")}
        </dl>
      </section>`,
  });
};

const wayIn = (page: PageContext): Markup => {
  const { home: text } = textFor(page.locale);
  return page.member
    ? html`<p class="prose">
          ${fill(text.signedInAs, { who: html`<strong>${foreign(nameOf(page.member))}</strong>` })}
        </p>
        <p class="after"><a class="button primary" href="/account">${text.account}</a></p>`
    : html`<p class="after"><a class="button primary" href="/sign-in">${text.signIn}</a></p>`;
};

const address = (page: PageContext, label: string, path: string): Markup =>
  html`<div class="entry">
    <dt>${label}</dt>
    <dd><a class="mono foreign" href="${path}">${page.site.origin.replace(/\/$/, "")}${path}</a></dd>
  </div>`;
