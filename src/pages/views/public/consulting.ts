import { html, raw } from "hono/html";
import type * as z from "zod";
import { checkoutPath } from "#domain/sales/checkout/checkout-address.ts";
import type { showConsultingService } from "#domain/public-catalog/consulting.ts";
import { formatId } from "#domain/platform/ids.ts";
import type { findMySessions } from "#domain/sales/consulting-bookings/my-sessions.ts";
import { textFor } from "../../text/catalogue.ts";
import { hidden } from "../parts/fields.ts";
import { fillPlain, type Markup } from "../parts/markup.ts";
import { pathOf } from "./cards.ts";
import { timeOfSession } from "./chosen-time.ts";
import type { PublicContext } from "./public-context.ts";
import { offered } from "./product-page.ts";
import type { PageContent } from "./page-seo.ts";
import { factList, people } from "./parts.ts";
import { waitingNote } from "./waiting-note.ts";
import { buyLink } from "./way-in.ts";

type Service = z.output<typeof showConsultingService.output>;
type Mine = z.output<typeof findMySessions.output>;

interface ServiceView {
  service: Service;
  presented: PageContent;
  mine: Mine;
  /** True if the school accepts payments. */
  sells: boolean;
  /** The encoded ID of an order that waits for its payment. */
  waitingOrder: string | null;
}

/** Consulting service page: duration, lecturers, available times, price, and the visitor's own sessions. */
export const servicePage = (
  page: PublicContext,
  { service, presented, mine, sells, waitingOrder }: ServiceView,
): string => {
  const { service: text, course, event } = textFor(page.locale).public;
  const { sessionsIncluded: sessions, durationMinutes: minutes, cancellationHours, format, location } = service;
  const item = formatId("consultingService", service.id);
  const { formats } = textFor(page.locale).myEvents;
  const isForSale = sells && service.price !== null && service.price.amount > 0;
  return offered(page, service, presented, {
    kind: "consulting",
    item: sells ? item : null,
    list: "/consulting",
    image: null,
    before: null,
    own: html`${waitingNote(page, waitingOrder)}
    ${mine.left !== 0 && html`<p>${fillPlain(text.left, { count: String(mine.left) })}</p>`}
    ${
      (mine.left > 0 || isForSale) &&
      service.slots.length > 0 &&
      html`<p><a class="button primary" href="#times">${textFor(page.locale).myEvents.toBook.choose}</a></p>`
    }
    ${isForSale && buyWithoutTime(page, item, { service, mine })}`,
    facts: factList([
      [course.length, fillPlain(text.length, { sessions: String(sessions), minutes: String(minutes) })],
      [event.where, location === null ? formats[format] : html`${formats[format]}<br /><bdi>${location}</bdi>`],
    ]),
    more: html`${people(
        event.with,
        service.lecturers.map(({ name, title, slug }) => ({ name, title, path: `/lecturers/${slug}` })),
      )}
      ${ownSessions(page, service, mine)}
      <section id="times">
        <h2>${text.slots}</h2>
        ${slots(page, service, mine, isForSale ? item : null)}
        ${cancellationHours > 0 && html`<p class="aside">${fillPlain(text.cancel, { hours: String(cancellationHours) })}</p>`}
      </section>`,
  });
};

const timeOf = (page: PublicContext, { format, timeZone }: Service, times: { startsAt: Date; endsAt: Date }): Markup =>
  timeOfSession(page, { ...times, format, timeZone });

/** The way to pay first. It is the only one while no time is free. */
const buyWithoutTime = (
  page: PublicContext,
  item: string,
  { service, mine }: Pick<ServiceView, "service" | "mine">,
): Markup => {
  const { service: text } = textFor(page.locale).public;
  const hasTimes = service.slots.length > 0;
  const label = mine.left > 0 || !hasTimes ? {} : { look: "secondary" as const, label: text.buyFirst };
  return html`${buyLink(page, item, service.name, { sells: true, ...label })}
  ${mine.left <= 0 && html`<p class="aside">${hasTimes ? text.timeBefore : text.timeAfter}</p>`}`;
};

/** For visitors, and for people who choose one. */
const [maxSlots, maxChoices] = [12, 60];

/**
 * The available times: with a button for members who have a session left, otherwise with a link to the checkout of
 * `item`, if the service is for sale.
 */
const slots = (page: PublicContext, service: Service, { left }: Mine, item: string | null): Markup => {
  const { service: text, event } = textFor(page.locale).public;
  if (service.slots.length === 0) return html`<p class="soft">${text.noSlots}</p>`;
  return html`<ul class="${left > 0 || item !== null ? "entries" : "dashes prose"}">
      ${service.slots.slice(0, left > 0 || item !== null ? maxChoices : maxSlots).map(({ startsAt, endsAt }) => {
        const time = timeOf(page, service, { startsAt, endsAt });
        const value = startsAt.toISOString();
        if (left === 0 && item !== null) return timeToBuy(page, { href: checkoutPath(item, undefined, value), time });
        if (left === 0) return html`<li>${time}</li>`;
        return action(page, service, { action: "book", name: "starts_at", value, label: text.book, time });
      })}
    </ul>
    ${service.format !== "in_person" && html`<p class="aside after">${fillPlain(event.zone, { zone: service.timeZone })}</p>`}`;
};

/** A time with a link to its checkout. The time is a part of the link's accessible name. */
const timeToBuy = ({ locale }: PublicContext, { href, time }: { href: string; time: Markup }): Markup => {
  const id = `pay-${href.replaceAll(/\W/g, "")}`;
  return html`<li class="entry slot">
    <span id="${id}-time">${time}</span>
    <a class="button secondary" id="${id}" aria-labelledby="${id} ${id}-time" href="${href}"
      >${textFor(locale).public.service.bookAndPay}</a
    >
  </li>`;
};

/** The sessions that the visitor has booked. */
const ownSessions = (page: PublicContext, service: Service, { bookings }: Mine): Markup => {
  const { service: text, free } = textFor(page.locale).public;
  if (bookings.length === 0) return raw("");
  return html`<section>
    <h2>${text.yours}</h2>
    <ul class="entries">
      ${bookings.map(({ id, startsAt, endsAt, meetingUrl, mayCancel }) => {
        const time = timeOf(page, service, { startsAt, endsAt });
        const link =
          meetingUrl === null
            ? html` <span class="soft">${howToMeet(page, service)}</span>`
            : html` <a href="${meetingUrl}" rel="noopener">${free.joinOnline}</a>`;
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

/** Says how to meet before there is a link. */
const howToMeet = ({ locale }: PublicContext, { format, location }: Service): string => {
  const { myEvents: text } = textFor(locale);
  if (location !== null) return location;
  return { online: text.linkFollows, phone: text.callFollows, in_person: text.placeFollows }[format];
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
