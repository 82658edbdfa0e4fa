import { html, raw } from "hono/html";

import { adminSections } from "../../admin/sections.ts";
import { textFor } from "../../text/catalogue.ts";
import { type Catalogue } from "#pages/text/catalogue-type.ts";
import { timestamp } from "../dates.ts";
import { button, hidden, notice } from "../fields.ts";
import { fill, fillPlain, foreign, type Markup } from "../markup.ts";
import { pager, type Pages } from "../pager.ts";
import { adminLayout, type AdminPage } from "./layout.ts";

type Text = Catalogue["admin"]["resources"]["redirects"];

export type RedirectNotice = keyof Text["notice"];

/** With the encoded id: `rdr_…`. */
type RedirectView = {
  id: string;
  version: number;
  from: string;
  to: string;
  /** The server created it, because a slug or path changed. */
  isAutomatic: boolean;
  createdAt: Date;
};

export type RedirectList = {
  redirects: readonly RedirectView[];
  pages: Pages;
  notice: RedirectNotice | undefined;
};

const { path } = adminSections.redirects;

/** Redirects, newest first, with their deletion. */
export const redirectList = (page: AdminPage, view: RedirectList): string => {
  const { redirects: text } = textFor(page.locale).admin.resources;
  return adminLayout(page, {
    title: text.section.name,
    content: html`${view.notice ? notice(text.notice[view.notice]) : raw("")}
      <h1>${text.section.name}</h1>
      <p class="lead">${text.intro}</p>
      ${
        view.redirects.length === 0
          ? html`<p class="prose soft after">${text.none}</p>
              <p class="ways"><a href="/courses">${text.next}</a></p>`
          : html`<ul class="rows">
              ${view.redirects.map((redirect) => row(page, redirect))}
            </ul>`
      }
      ${pager(page.locale, text.section.name, view.pages)}`,
  });
};

const row = (page: AdminPage, { id, version, from, to, isAutomatic, createdAt }: RedirectView): Markup => {
  const { redirects: text } = textFor(page.locale).admin.resources;
  const spoken = fillPlain(text.aboutOf, { act: text.remove, from });
  return html`<li class="row">
    <div class="about">
      <h2>${foreign(from)}</h2>
      <ul class="facts">
        <li>${fill(text.leadsTo, { target: html`<a href="${to}">${foreign(to)}</a>` })}</li>
        <li>${fill(isAutomatic ? text.renamed : text.added, { time: timestamp(page, createdAt) })}</li>
      </ul>
    </div>
    <details class="whole">
      <summary aria-label="${spoken}">${text.remove}</summary>
      <form method="post" action="${path}/${id}/delete" class="stack">
        ${hidden("csrf", page.csrf)} ${hidden("version", String(version))}
        <p>${fill(text.removal, { from: foreign(from) })}</p>
        <div>${button(text.remove, { look: "danger", spoken })}</div>
      </form>
    </details>
  </li>`;
};
