import { html } from "hono/html";

import { textFor } from "../../text/catalogue.ts";
import { type Dated, timestamp } from "../parts/dates.ts";
import { button, hidden } from "../parts/fields.ts";
import { fill, fillPlain, foreign, type Markup } from "../parts/markup.ts";
import { pager, type Pages } from "../parts/pager.ts";

type BrowserSession = {
  /** Used in the form action: `POST /account/sessions/{id}/revoke`. */
  id: string;
  current: boolean;
  /** Browser and operating system. */
  device: string;
  /** Last IP address. */
  address: string;
  signedInAt: Date;
  lastSeenAt: Date;
};

export type BrowserSessions = { rows: readonly BrowserSession[]; total: number; pages: Pages };

/** Sessions of a member. The current session ends by signing out, not here. */
export const sessions = (page: Dated, csrf: string, { rows, total, pages }: BrowserSessions): Markup => {
  const { account: text } = textFor(page.locale);
  const hasOthers = total > 1;
  return html`<section id="sessions" aria-labelledby="sessions-title">
    <h2 id="sessions-title">${text.sessions}</h2>
    <p class="prose soft">${hasOthers ? text.sessionsIntro : text.noOthers}</p>
    <ul class="rows">
      ${rows.map((session) => row(page, csrf, session))}
    </ul>
    ${pager(page.locale, text.sessions, pages)}
    ${
      hasOthers &&
      html`<form method="post" action="/account/sessions/revoke-others" class="after">
        ${hidden("csrf", csrf)} ${button(text.endOthers, { look: "secondary" })}
      </form>`
    }
  </section>`;
};

const row = (page: Dated, csrf: string, session: BrowserSession): Markup => {
  const { account: text } = textFor(page.locale);
  return html`<li class="row">
    <div class="about">
      <h3>${foreign(session.device)}</h3>
      <p class="soft">${fill(text.address, { address: html`<span class="mono foreign">${session.address}</span>` })}</p>
      <ul class="facts">
        <li>${fill(text.signedIn, { time: timestamp(page, session.signedInAt) })}</li>
        <li>${fill(text.lastSeen, { time: timestamp(page, session.lastSeenAt) })}</li>
      </ul>
    </div>
    ${
      session.current
        ? html`<p class="here">${text.current}</p>`
        : html`<form method="post" action="/account/sessions/${encodeURIComponent(session.id)}/revoke">
            ${hidden("csrf", csrf)}
            ${button(text.end, { look: "secondary", spoken: fillPlain(text.endOf, { device: session.device, address: session.address }) })}
          </form>`
    }
  </li>`;
};
