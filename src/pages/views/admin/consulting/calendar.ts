import { html, raw } from "hono/html";

import { dateFormat } from "#lib/text/formats.ts";

import type { CalendarDay, CalendarRange } from "../../../admin/consulting/calendar-days.ts";
import { textFor } from "../../../text/catalogue.ts";
import { valueLabel } from "../../../text/fields/texts.ts";
import { badge } from "../../parts/badge.ts";
import { fill, fillPlain, foreign, type Markup } from "../../parts/markup.ts";
import { adminLayout, type AdminPage } from "../layout.ts";
import { filterLinks } from "../parts/filter-links.ts";
import { linked } from "../parts/linked-name.ts";

interface Session {
  startsAt: Date;
  endsAt: Date;
  status: string;
  name: string;
  href: string | undefined;
}

export interface ConsultingCalendarView {
  service: { name: string; href: string };
  isDraft: boolean;
  address: string;
  range: CalendarRange;
  date: string;
  today: string;
  days: readonly CalendarDay<Session>[];
  hasTimes: boolean;
  hasMore: boolean;
  edit: string | undefined;
  book: string | undefined;
  bookings: string;
}

/** The open hours and the sessions of a service, by day. */
export const consultingCalendar = (page: AdminPage, view: ConsultingCalendarView): string => {
  const { calendar: text } = textFor(page.locale).admin;
  const { service, range, address, date } = view;
  const addressAt = (next: string, kind = range.view) => `${address}?view=${kind}&date=${next}`;
  return adminLayout(page, {
    title: text.title,
    parent: [service.href, service.name],
    content: html`<div class="head-of-list">
        <h1>${text.title}</h1>
        <ul class="acts">
          <li><a href="${view.bookings}">${text.all}</a></li>
          ${view.edit !== undefined && html`<li><a class="button secondary" href="${view.edit}">${text.availability}</a></li>`}
          ${view.book !== undefined && html`<li><a class="button primary" href="${view.book}">${text.book}</a></li>`}
        </ul>
      </div>
      <p class="lead">${fill(text.lead, { service: foreign(service.name), zone: page.timeZone })}</p>
      ${view.isDraft && html`<p>${text.draft}</p>`} ${!view.hasTimes && html`<p>${text.noAvailability}</p>`}
      ${filterLinks({
        label: text.views,
        filters: ["month", "week"] as const,
        chosen: range.view,
        text: text.view,
        href: (kind) => addressAt(date, kind),
      })}
      <div class="head-of-list">
        <h2>${titleOf(page, view)}</h2>
        <ul class="acts">
          <li><a class="button secondary" href="${addressAt(range.previous)}" rel="prev">${text.previous}</a></li>
          <li><a class="button secondary" href="${addressAt(view.today)}">${text.today}</a></li>
          <li><a class="button secondary" href="${addressAt(range.next)}" rel="next">${text.next}</a></li>
        </ul>
      </div>
      ${!view.days.some((day) => day.open.length > 0 || day.sessions.length > 0 || day.isException) && html`<p class="soft">${text.none}</p>`}
      <ol class="calendar">
        ${view.days.map((day) => dayView(page, day))}
      </ol>
      ${view.hasMore && html`<p class="soft">${fillPlain(text.more, { count: "200" })}</p>`}`,
  });
};

/** Dates are days of the calendar: they have no time zone. */
const dayOf = (date: string): Date => new Date(`${date}T00:00:00Z`);

const inUtc = { timeZone: "UTC" } as const;

const localeOf = ({ locale }: AdminPage): string => (locale === "en" ? "en-GB" : locale);

function titleOf(page: AdminPage, { range, date }: ConsultingCalendarView): string {
  if (range.view === "month") {
    return dateFormat(localeOf(page), { ...inUtc, year: "numeric", month: "long" }).format(dayOf(date));
  }
  const day = dateFormat(localeOf(page), { ...inUtc, year: "numeric", month: "short", day: "numeric" });
  return `${day.format(dayOf(range.first))} – ${day.format(dayOf(range.last))}`;
}

const dayView = (page: AdminPage, day: CalendarDay<Session>): Markup => {
  const { calendar: text } = textFor(page.locale).admin;
  const { date, isInside, isToday, isException, open, sessions } = day;
  const isEmpty = open.length === 0 && sessions.length === 0 && !isException;
  const heading = dateFormat(localeOf(page), { ...inUtc, weekday: "short", day: "numeric", month: "short" });
  const looks = [isInside ? "" : "outside", isToday ? "today" : "", isEmpty ? "nothing" : ""].filter(
    (one) => one !== "",
  );
  return html`<li class="${looks.join(" ")}">
    <h3>
      <time datetime="${date}" ${isToday && raw('aria-current="date"')}>${heading.format(dayOf(date))}</time>
    </h3>
    ${isException && html`<p class="soft">${open.length === 0 ? `${text.exception}: ${text.closed}` : text.exception}</p>`}
    ${
      open.length !== 0 &&
      html`<p class="open-hours">
        <span class="spoken">${text.open}: </span>${open.map((span) => spanText(page, span)).join(", ")}
      </p>`
    }
    ${
      sessions.length !== 0 &&
      html`<ul aria-label="${text.booked}">
        ${sessions.map((session) => sessionView(page, session))}
      </ul>`
    }
  </li>`;
};

const clock = (page: AdminPage) =>
  dateFormat(localeOf(page), { timeZone: page.timeZone, hour: "2-digit", minute: "2-digit", hourCycle: "h23" });

/** Midnight at the end of a day is 24:00 for people. */
const spanText = (page: AdminPage, { startsAt, endsAt }: { startsAt: Date; endsAt: Date }): string => {
  const [from, to] = [clock(page).format(startsAt), clock(page).format(endsAt)];
  return `${from}–${to === "00:00" ? "24:00" : to}`;
};

const sessionView = (page: AdminPage, { startsAt, endsAt, status, name, href }: Session): Markup => {
  const time = spanText(page, { startsAt, endsAt });
  const { session } = textFor(page.locale).admin.calendar;
  const label = fillPlain(session, { time, name });
  const tag =
    status === "confirmed" ? raw("") : badge(status, valueLabel(page.locale, "consultingBookings.status", status));
  return html`<li>${linked(href, label)} ${tag}</li>`;
};
