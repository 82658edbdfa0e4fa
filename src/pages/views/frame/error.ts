import { html, raw } from "hono/html";

import { textFor } from "../../text/catalogue.ts";
import type { Catalogue } from "../../text/catalogue-type.ts";
import { adminLayout, type AdminPage } from "../admin/layout.ts";
import { layout } from "./layout.ts";
import type { PageContext } from "#pages/views/parts/page-context.ts";
import { fill, foreign, type Markup } from "../parts/markup.ts";

export type ErrorPage = {
  /** Status of the response. A status without its own text uses the text of 400 or 500. */
  status: number;
  /** Details for developers, in English. Visitors read the catalogue text of the status. */
  title?: string | undefined;
  detail?: string | undefined;
  /** OAuth error of an authorization request that must not redirect. */
  code?: string | undefined;
  requestId?: string | undefined;
  back?: { href: string; label: string } | undefined;
};

/** Error page with advice for visitors and details for developers. */
export const error = (page: PageContext | AdminPage, view: ErrorPage): string => {
  const { error: text } = textFor(page.locale);
  const kind = kindOf(view);
  const site = foreign(page.site.name);
  const isAdmin = "navigation" in page;
  const title = text.heading[kind];
  const content = html`<p class="folio">${view.status}</p>
    <h1>${text.heading[kind]}</h1>
    <p class="lead">${fill(text.explanation[kind], { site })}</p>
    ${
      kind === "authorize" &&
      html`<h2>${text.person}</h2>
        <p class="prose">${text.personAdvice}</p>`
    }
    ${kind === "500" && view.requestId && html`<p class="prose">${fill(text.reportAdvice, { site })}</p>`}
    ${developer(page, view)}
    <p class="after">
      ${view.back ? html`<a class="button secondary" href="${view.back.href}">${view.back.label}</a>` : isAdmin ? html`<a class="button secondary" href="/admin">${textFor(page.locale).admin.sections.overview.name}</a>` : html`<a class="button secondary" href="/"><span>${fill(text.home, { site })}</span></a>`}
    </p>`;
  return isAdmin
    ? adminLayout(page, { title, content })
    : layout(page, { title, width: kind === "authorize" ? "wide" : "narrow", content });
};

const kindOf = (view: ErrorPage): keyof Catalogue["error"]["heading"] => {
  if (view.code && view.status < 500) return "authorize";
  switch (view.status) {
    case 401:
    case 403:
    case 404:
    case 405:
    case 413:
    case 429:
    case 503:
      return `${view.status}`;
    case 507:
      return "503";
    default:
      return view.status < 500 ? "400" : "500";
  }
};

const developer = (page: PageContext, view: ErrorPage): Markup => {
  const { error: text } = textFor(page.locale);
  if (!view.title && !view.detail && !view.code && !view.requestId) return raw("");
  return html`<section aria-labelledby="developer">
    <h2 id="developer">${text.developer}</h2>
    ${view.title && html`<p class="prose" lang="en"><strong class="foreign">${view.title}</strong></p>`}
    ${view.detail && html`<p class="prose foreign" lang="en">${view.detail}</p>`}
    <dl class="entries">
      ${
        view.code &&
        html`<div class="entry">
          <dt>${text.code}</dt>
          <dd><a class="mono foreign" href="/docs/errors/${encodeURIComponent(view.code)}">${view.code}</a></dd>
        </div>`
      }
      ${
        view.requestId &&
        html`<div class="entry">
          <dt>${text.requestId}</dt>
          <dd class="mono foreign">${view.requestId}</dd>
        </div>`
      }
    </dl>
  </section>`;
};
