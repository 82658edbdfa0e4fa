import { html, raw } from "hono/html";
import type * as z from "zod";
import type { showConsultingService } from "#domain/public-catalog/consulting.ts";
import { formatId } from "#domain/platform/ids.ts";
import type { findMySessions } from "#domain/sales/consulting-bookings/my-sessions.ts";
import { textFor } from "../../text/catalogue.ts";
import { hidden } from "../parts/fields.ts";
import { fillPlain, type Markup } from "../parts/markup.ts";
import { pathOf } from "./cards.ts";
import { span } from "./formats.ts";
import type { PublicContext } from "./public-context.ts";
import { offered } from "./offered.ts";
import type { PageContent } from "./page-seo.ts";
import { factList, people } from "./parts.ts";
import { buyLink } from "./way-in.ts";

type Service = z.output<typeof showConsultingService.output>;
type Mine = z.output<typeof findMySessions.output>;

interface ServiceView {
  service: Service;
  presented: PageContent;
  mine: Mine;
  /** True if the school accepts payments. */
  sells: boolean;
}

/** Consulting service page: duration, lecturers, available times, price, and the visitor's own sessions. */
export const servicePage = (page: PublicContext, { service, presented, mine, sells }: ServiceView): string => {
  const { service: text, course, event } = textFor(page.locale).public;
  const { sessionsIncluded: sessions, durationMinutes: minutes, cancellationHours, format, location } = service;
  const item = formatId("consultingService", service.id);
  const isPaid = service.price !== null && service.price.amount > 0;
  return offered(page, service, presented, {
    kind: "consulting",
    item: sells ? item : null,
    list: "/consulting",
    image: null,
    before: null,
    own: html`${mine.left === 0 ? raw("") : html`<p>${fillPlain(text.left, { count: String(mine.left) })}</p>`}
    ${isPaid ? buyLink(page, item, service.name, { sells }) : raw("")}`,
    facts: factList([
      [course.length, fillPlain(text.length, { sessions: String(sessions), minutes: String(minutes) })],
      [event.where, location ?? (format === "phone" ? null : event[format])],
    ]),
    more: html`${people(
        event.with,
        service.lecturers.map(({ name, title, slug }) => ({ name, title, path: `/lecturers/${slug}` })),
      )}
      ${ownSessions(page, service, mine)}
      <section>
        <h2>${text.slots}</h2>
        ${slots(page, service, mine)}
        ${cancellationHours > 0 ? html`<p class="aside">${fillPlain(text.cancel, { hours: String(cancellationHours) })}</p>` : raw("")}
      </section>`,
  });
};

/** For visitors, and for members who choose one. */
const [maxSlots, maxChoices] = [12, 60];

/** The available times, with a button for members who have a session left. */
const slots = (page: PublicContext, service: Service, { left }: Mine): Markup => {
  const { service: text, event } = textFor(page.locale).public;
  if (service.slots.length === 0) return html`<p class="soft">${text.noSlots}</p>`;
  return html`<ul class="${left > 0 ? "entries" : "dashes prose"}">
      ${service.slots.slice(0, left > 0 ? maxChoices : maxSlots).map(({ startsAt, endsAt }) => {
        const time = span(page.locale, startsAt, endsAt, service.timeZone);
        if (left === 0) return html`<li>${time}</li>`;
        const value = startsAt.toISOString();
        return action(page, service, { action: "book", name: "starts_at", value, label: text.book, time });
      })}
    </ul>
    <p class="aside after">${fillPlain(event.zone, { zone: service.timeZone })}</p>`;
};

/** The sessions that the visitor has booked. */
const ownSessions = (page: PublicContext, service: Service, { bookings }: Mine): Markup => {
  const { service: text, free } = textFor(page.locale).public;
  if (bookings.length === 0) return raw("");
  return html`<section>
    <h2>${text.yours}</h2>
    <ul class="entries">
      ${bookings.map(({ id, startsAt, endsAt, meetingUrl, mayCancel }) => {
        const time = span(page.locale, startsAt, endsAt, service.timeZone);
        const link =
          meetingUrl === null ? raw("") : html` <a href="${meetingUrl}" rel="noopener">${free.joinOnline}</a>`;
        if (!mayCancel) return html`<li class="entry">${time}${link}</li>`;
        const booking = formatId("consultingBooking", id);
        return html`<li class="entry slot">
          <span id="${booking}-time">${time}${link}</span>
          <a
            class="button secondary"
            id="${booking}"
            aria-labelledby="${booking} ${booking}-time"
            href="/account/events/${booking}/cancel"
            >${text.cancelSession}</a
          >
        </li>`;
      })}
    </ul>
  </section>`;
};

interface Action {
  action: string;
  name: string;
  value: string;
  label: string;
  time: Markup;
}

/** A time with a button. The time is a part of the button's accessible name. */
const action = (page: PublicContext, { url }: Service, sent: Action): Markup => {
  const id = `${sent.action}-${sent.value.replaceAll(/\W/g, "")}`;
  return html`<li class="entry">
    <form method="post" action="${pathOf(url)}/${sent.action}" class="slot">
      ${hidden("csrf", page.csrf ?? "")} ${hidden(sent.name, sent.value)}
      <span id="${id}-time">${sent.time}</span>
      <button type="submit" class="button secondary" id="${id}" aria-labelledby="${id} ${id}-time">
        ${sent.label}
      </button>
    </form>
  </li>`;
};
