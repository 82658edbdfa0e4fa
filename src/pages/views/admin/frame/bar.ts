import { html, raw } from "hono/html";

import { initial } from "#lib/look/site-icon.ts";

import { textFor } from "../../../text/catalogue.ts";
import { siteName } from "../../frame/layout.ts";
import { button, hidden } from "../../parts/fields.ts";
import { foreign, type Markup } from "../../parts/markup.ts";
import type { AdminPage } from "../admin-page.ts";

/** The bar of the admin area: the school, search, what can be created, and the person. */
export const barView = (page: AdminPage): Markup => {
  const { console: text } = textFor(page.locale).admin;
  return html`<header class="bar">
    <button type="button" class="button plain fold" data-fold hidden aria-label="${text.fold}">
      <span aria-hidden="true">☰</span>
    </button>
    ${siteName(page, "full")}
    <form method="get" action="/admin/search" class="find" role="search" aria-label="${text.search.label}">
      <input
        type="search"
        name="q"
        value="${page.searched ?? ""}"
        maxlength="200"
        autocomplete="off"
        aria-label="${text.search.label}"
        aria-keyshortcuts="/ Control+K"
        placeholder="${text.search.hint}"
      /><kbd aria-hidden="true">/</kbd>
    </form>
    <div class="menus">${createMenu(page)} ${personMenu(page)}</div>
  </header>`;
};

const createMenu = ({ locale, creates }: AdminPage): Markup => {
  const { console: text, derived } = textFor(locale).admin;
  const { jobs } = derived;
  return creates.length === 0
    ? raw("")
    : html`<details class="dropped">
        <summary class="solid">${text.create}</summary>
        <ul class="menu-sheet">
          ${creates.map(({ href, label, group }, index) => {
            const isFirst = group !== undefined && group !== creates[index - 1]?.group;
            return html`${isFirst && html`<li class="group-of-menu">${jobs[group]}</li>`}
              <li><a href="${href}">${label}</a></li>`;
          })}
        </ul>
      </details>`;
};

const personMenu = ({ locale, member, csrf }: AdminPage): Markup => {
  const { frame, admin, account } = textFor(locale);
  const name = member.name ?? member.email;
  return html`<details class="dropped person">
    <summary>
      <span class="avatar" aria-hidden="true">${initial(name)}</span
      ><span class="hidden">${frame.account}: ${name}</span>
    </summary>
    <div class="menu-sheet">
      <p>${foreign(name)}</p>
      <a href="/account">${account.title}</a>
      <a href="/account/notifications">${textFor(locale).notifications.title}</a>
      <a href="/">${admin.console.site}</a>
      <form method="post" action="/sign-out">${hidden("csrf", csrf)}${button(frame.signOut, { look: "plain" })}</form>
    </div>
  </details>`;
};
