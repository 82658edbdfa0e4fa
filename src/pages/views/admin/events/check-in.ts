import { html, raw } from "hono/html";

import { numberFormat } from "#lib/text/formats.ts";

import { textFor } from "../../../text/catalogue.ts";
import { valueLabel } from "../../../text/fields/texts.ts";
import { badge } from "../../parts/badge.ts";
import { timestamp } from "../../parts/dates.ts";
import { button, hidden, problem } from "../../parts/fields.ts";
import { fill, fillPlain, foreign, type Markup } from "../../parts/markup.ts";
import { islandHead } from "../islands.ts";
import { adminLayout, type AdminPage } from "../layout.ts";
import { filterLinks } from "../parts/filter-links.ts";

export const guestFilters = ["all", "waiting", "arrived"] as const;
export type GuestFilter = (typeof guestFilters)[number];

export interface Guest {
  id: string;
  version: number;
  name: string;
  email: string | undefined;
  code: string;
  status: string;
  seats: number;
  ticketId: string;
  checkedInAt: Date | null;
}

/** Outcome of the last request. */
export interface Outcome {
  text: string;
  guest: Guest;
  isWarning?: boolean;
}

export interface CheckInView {
  event: { name: string; href: string };
  address: string;
  q: string;
  show: GuestFilter;
  /** The code that was refused. */
  code?: string;
  problem?: string;
  outcome?: Outcome | undefined;
  mayCheckIn: boolean;
  seats: { expected: number; checkedIn: number };
  hasMore: boolean;
  guests: readonly Guest[];
  /** Names of tickets, if there are several. */
  tickets: ReadonlyMap<string, string>;
}

/** The guest list at the door, for a phone. */
export const checkInView = (page: AdminPage, view: CheckInView): string => {
  const { checkIn: text } = textFor(page.locale).admin;
  const { event, address, q, show, seats, guests } = view;
  return adminLayout(page, {
    title: text.title,
    problem: view.problem !== undefined,
    links: islandHead(page),
    parent: [event.href, event.name],
    content: html`${outcome(page, view)}
      <h1>${text.title}</h1>
      <p class="lead">${fill(text.lead, { event: foreign(event.name) })}</p>
      ${tally(page, view)} ${view.mayCheckIn && codeForm(page, view)}
      <form method="get" action="${address}" class="seek-guests">
        <label for="q">${text.search}</label>
        <div class="parts-of-field">
          <input id="q" name="q" type="search" value="${q}" maxlength="100" autocomplete="off" />
          ${show !== "all" && hidden("show", show)} ${button(text.find, { look: "secondary" })}
        </div>
        ${q !== "" && html`<p><a href="${address}">${text.all}</a></p>`}
      </form>
      ${filterLinks({
        label: text.views,
        filters: guestFilters,
        chosen: show,
        text: text.filters,
        href: (filter) => `${address}?${new URLSearchParams({ ...(q !== "" && { q }), show: filter }).toString()}`,
      })}
      ${
        guests.length === 0
          ? html`<p class="soft">${seats.expected === 0 ? text.none : text.noneFound}</p>`
          : html`<form method="post" action="${address}">
              ${hidden("csrf", page.csrf)} ${hidden("q", q)} ${hidden("show", show)}
              <ul class="guests">
                ${guests.map((guest) => row(page, view, guest))}
              </ul>
            </form>`
      }
      ${view.hasMore && html`<p class="soft">${fillPlain(text.more, { count: String(guests.length) })}</p>`}`,
  });
};

const tally = (page: AdminPage, { seats: { expected, checkedIn } }: CheckInView): Markup => {
  const { arrived } = textFor(page.locale).admin.checkIn;
  const number = (value: number) => numberFormat(page.locale, {}).format(value);
  const label = fillPlain(arrived, { count: number(checkedIn), expected: number(expected) });
  return html`<p class="tally" id="tally">${label}</p>
    <progress value="${checkedIn}" max="${Math.max(1, expected)}" aria-labelledby="tally"></progress>`;
};

const codeForm = (page: AdminPage, { address, code = "", show, problem: wrong }: CheckInView): Markup => {
  const { checkIn: text } = textFor(page.locale).admin;
  return html`<form method="post" action="${address}" class="seek-guests">
    ${hidden("csrf", page.csrf)} ${hidden("show", show)} ${wrong !== undefined && problem("problem", wrong)}
    <label for="code">${text.code}</label>
    <div class="parts-of-field">
      <input
        id="code"
        name="code"
        type="text"
        value="${code}"
        maxlength="40"
        autocomplete="off"
        autocapitalize="characters"
        spellcheck="false"
        aria-describedby="${wrong === undefined ? "code-hint" : "problem"}"
        ${wrong !== undefined && raw('aria-invalid="true"')}
      />
      ${button(text.enter, { look: "primary" })}
    </div>
    <p id="code-hint" class="hint">${text.codeHint}</p>
    <l-scan></l-scan>
  </form>`;
};

const outcome = (page: AdminPage, { outcome: last, address, show, mayCheckIn }: CheckInView): Markup => {
  if (!last) return raw("");
  const isArrived = last.guest.checkedInAt !== null;
  return html`<div class="notice of-check-in" role="status" ${last.isWarning && raw('data-tone="wait"')}>
    <p>${last.text}</p>
    ${
      isArrived &&
      mayCheckIn &&
      !last.isWarning &&
      html`<form method="post" action="${address}">
        ${hidden("csrf", page.csrf)} ${hidden("show", show)} ${undoButton(page, last.guest)}
      </form>`
    }
  </div>`;
};

const undoButton = (page: AdminPage, { id, version, name }: Guest): Markup => {
  const { undo } = textFor(page.locale).admin.checkIn;
  return button(undo, { look: "secondary", name: "undo", value: `${id} ${version}`, spoken: `${undo}: ${name}` });
};

const row = (page: AdminPage, { mayCheckIn, tickets }: CheckInView, guest: Guest): Markup => {
  const { checkIn: text } = textFor(page.locale).admin;
  const { name, email, code, seats, ticketId, status, checkedInAt, id } = guest;
  const ticket = tickets.get(ticketId);
  const act =
    status === "checked_in"
      ? undoButton(page, guest)
      : status === "registered"
        ? button(text.checkIn, { look: "primary", name: "guest", value: id, spoken: `${text.checkIn}: ${name}` })
        : raw("");
  return html`<li>
    <div>
      <b>${foreign(name)}</b>
      <p class="facts">
        ${email !== undefined && html`<span class="foreign">${email}</span>`}
        ${ticket !== undefined && html`<span class="foreign">${ticket}</span>`}
        ${seats > 1 && html`<span>${fillPlain(text.seats, { count: String(seats) })}</span>`}
        <span><code>${code}</code></span>
        ${checkedInAt !== null && html`<span>${fill(text.at, { time: timestamp(page, checkedInAt) })}</span>`}
        ${status === "no_show" && badge(status, valueLabel(page.locale, "eventRegistrations.status", status))}
      </p>
    </div>
    ${mayCheckIn && act}
  </li>`;
};
