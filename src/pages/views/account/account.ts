import { html } from "hono/html";

import type { Role } from "#access/roles.ts";

import { textFor } from "../../text/catalogue.ts";
import { accountAccess, type AccountAccess } from "./account-access.ts";
import { accountTimeZone, type AccountTimeZone } from "./account-time-zone.ts";
import { accountProfile, type AccountProfile } from "./account-profile.ts";
import { applications, type ConnectedApplications } from "./account-applications.ts";
import { sessions, type BrowserSessions } from "./account-sessions.ts";
import { button, hidden, notice } from "../parts/fields.ts";
import { layout } from "../frame/layout.ts";
import type { PageContext, Person } from "#pages/views/parts/page-context.ts";
import { fill, foreign, type Markup } from "../parts/markup.ts";

export type Account = {
  csrf: string;
  /** Highest role first. */
  roles: readonly Role[];
  profile: AccountProfile;
  access: AccountAccess;
  timeZone: AccountTimeZone;
  /** Number of unread notifications. */
  unread: number;
  applications: ConnectedApplications;
  sessions: BrowserSessions;
  notice?:
    | "application_revoked"
    | "session_ended"
    | "others_signed_out"
    | "password_changed"
    | "profile_saved"
    | "picture_removed"
    | "time_zone_saved"
    | undefined;
};

/** Account page: identity, connected apps and sessions. */
export const account = (page: PageContext & { member: Person }, view: Account): string => {
  const { account: text, frame } = textFor(page.locale);
  return layout(
    { ...page, csrf: view.csrf },
    {
      title: text.title,
      problem: view.profile.problems.length > 0,
      content: html`${view.notice && notice(text.notice[view.notice])}
        <div class="titled">
          <h1>${page.member.name ? foreign(page.member.name) : text.title}</h1>
          ${page.shell && html`<form method="post" action="/sign-out">${hidden("csrf", view.csrf)}${button(frame.signOut, { look: "secondary" })}</form>`}
        </div>
        <div class="account-columns">
          <div>${identity(page, view)}</div>
          <div>
            <nav class="contents" aria-label="${text.contents}">
              <ul>
                <li>
                  <a href="#applications">${text.applications}</a> <span class="count">${view.applications.total}</span>
                </li>
                <li><a href="#sessions">${text.sessions}</a> <span class="count">${view.sessions.total}</span></li>
              </ul>
            </nav>
            ${applications(page, view.csrf, view.applications)} ${sessions(page, view.csrf, view.sessions)}
          </div>
        </div>`,
    },
  );
};

const identity = (
  page: PageContext & { member: Person },
  { csrf, profile, roles, access, unread, timeZone }: Account,
): Markup => {
  const { account: text, learn, roles: names, notifications, privacy, public: shop } = textFor(page.locale);
  const { checkout } = shop;
  return html`<dl class="entries">
    ${accountProfile(page, csrf, profile)} ${accountAccess(page, csrf, access)} ${accountTimeZone(page, csrf, timeZone)}
    <div class="entry">
      <dt>${text.roles}</dt>
      <dd>
        ${
          roles.length > 0
            ? html`<ul class="inline">
                ${roles.map((role) => html`<li>${names[role]}</li>`)}
              </ul>`
            : fill(text.noRoles, { site: foreign(page.site.name) })
        }
        ${page.member.isStaff && html`<p><a href="/admin">${textFor(page.locale).admin.navigation}</a></p>`}
      </dd>
    </div>
    <div class="entry">
      <dt>${learn.title}</dt>
      <dd><a href="/learn">${learn.toMine}</a></dd>
    </div>
    <div class="entry">
      <dt>${checkout.orders.title}</dt>
      <dd><a href="/orders">${checkout.orders.toMine}</a></dd>
    </div>
    <div class="entry">
      <dt>${notifications.title}</dt>
      <dd>
        <a href="/account/notifications"
          >${unread > 0 ? fill(text.unread, { count: String(unread) }) : text.noUnread}</a
        >
      </dd>
    </div>
    <div class="entry">
      <dt>${privacy.entry}</dt>
      <dd>
        <p><a href="/account/data">${privacy.link}</a></p>
        <p><a href="/account/delete">${privacy.deleting.entry}</a></p>
      </dd>
    </div>
  </dl>`;
};
