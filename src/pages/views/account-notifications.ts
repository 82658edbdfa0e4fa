import { html, raw } from "hono/html";

import { textFor, type Locale } from "../text/catalogue.ts";
import { moment } from "./dates.ts";
import { button, hidden, notice } from "./fields.ts";
import { layout, type PageContext, type Person } from "./layout.ts";
import { foreign, type Markup } from "./markup.ts";
import { pager, type Pages } from "./pager.ts";

type NotificationRow = {
  title: string;
  body: string;
  href: string | null;
  unread: boolean;
  at: Date;
};

export type Notifications = {
  csrf: string;
  notifications: readonly NotificationRow[];
  anyUnread: boolean;
  /** What came after it stays unread: nobody has seen it on this page. */
  readUntil: Date;
  pages: Pages;
  marked: boolean;
};

/** What a member was told, newest first. */
export const accountNotifications = (page: PageContext & { member: Person }, view: Notifications): string => {
  const { account, notifications: text } = textFor(page.locale);
  return layout(page, {
    title: text.title,
    content: html`${view.marked ? notice(text.marked) : raw("")}
      <p class="back"><a href="/account">${account.title}</a></p>
      <h1>${text.title}</h1>
      ${
        view.notifications.length === 0
          ? html`<p class="prose soft">${text.none}</p>`
          : html`<ul class="rows">
              ${view.notifications.map((notification) => row(page.locale, notification))}
            </ul>`
      }
      ${pager(page.locale, text.title, view.pages)}
      ${
        view.anyUnread
          ? html`<form method="post" action="/account/notifications/read" class="after">
              ${hidden("csrf", view.csrf)} ${hidden("before", view.readUntil.toISOString())}
              ${button(text.markAll, { look: "secondary" })}
            </form>`
          : raw("")
      }`,
  });
};

const row = (locale: Locale, { title, body, href, unread, at }: NotificationRow): Markup => {
  const { notifications: text } = textFor(locale);
  return html`<li class="row">
    <div class="about">
      <h2>${href === null ? foreign(title) : html`<a href="${href}">${foreign(title)}</a>`}</h2>
      <p>${foreign(body)}</p>
      <ul class="facts">
        <li>${moment(locale, at)}</li>
      </ul>
    </div>
    ${unread ? html`<p class="here">${text.unread}</p>` : raw("")}
  </li>`;
};
