import { html } from "hono/html";

import { textFor } from "../../text/catalogue.ts";
import { type Dated, timestamp } from "../parts/dates.ts";
import { button, hidden, notice } from "../parts/fields.ts";
import { layout } from "../frame/layout.ts";
import type { PageContext, Person } from "#pages/views/parts/page-context.ts";
import { fillPlain, foreign, type Markup } from "../parts/markup.ts";
import { pager, type Pages } from "../parts/pager.ts";

type NotificationRow = {
  id: string;
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
  /** Notifications after this time stay unread, because this page does not show them. */
  readUntil: Date;
  pages: Pages;
  /** Cursor of this page, for returning to it. */
  after?: string | undefined;
  marked?: "all" | "one" | undefined;
};

/** Notifications of a member, newest first. */
export const accountNotifications = (page: PageContext & { member: Person }, view: Notifications): string => {
  const { account, notifications: text } = textFor(page.locale);
  const done = view.marked && notice(view.marked === "all" ? text.marked : text.markedOne);
  return layout(page, {
    title: text.title,
    content: html`${done}
      <p class="back"><a href="/account">${account.title}</a></p>
      <h1>${text.title}</h1>
      ${
        view.notifications.length === 0
          ? html`<p class="prose soft">${text.none}</p>`
          : html`<ul class="rows">
              ${view.notifications.map((notification) => row(page, view, notification))}
            </ul>`
      }
      ${pager(page.locale, text.title, view.pages)}
      ${
        view.anyUnread &&
        html`<form method="post" action="/account/notifications/read" class="after">
          ${hidden("csrf", view.csrf)} ${hidden("before", view.readUntil.toISOString())}
          ${button(text.markAll, { look: "secondary" })}
        </form>`
      }
      <p class="after"><a href="/account/notifications/settings">${text.choose}</a></p>`,
  });
};

const row = (page: Dated, view: Notifications, { id, title, body, href, unread, at }: NotificationRow): Markup => {
  const { notifications: text } = textFor(page.locale);
  return html`<li class="row">
    <div class="about">
      <h2>${href === null ? foreign(title) : html`<a href="${href}">${foreign(title)}</a>`}</h2>
      <p>${foreign(body)}</p>
      <ul class="facts">
        ${unread && html`<li class="on">${text.unread}</li>`}
        <li>${timestamp(page, at)}</li>
      </ul>
    </div>
    ${
      unread &&
      html`<form method="post" action="/account/notifications/${id}/read">
        ${hidden("csrf", view.csrf)} ${view.after !== undefined && hidden("after", view.after)}
        ${button(text.markOne, { look: "plain", spoken: fillPlain(text.markOneSpoken, { title }) })}
      </form>`
    }
  </li>`;
};
