import { html, raw } from "hono/html";
import type * as z from "zod";
import type { showEvent } from "#domain/public-catalog/events.ts";
import type { findMyRegistration } from "#domain/events/event-registrations/my-registration.ts";
import { checkoutAddress } from "#domain/sales/checkout/checkout-address.ts";
import { formatId } from "#domain/platform/ids.ts";
import { textFor } from "../../text/catalogue.ts";
import { percentageOf } from "#lib/text/smallest-payment.ts";
import { timestamp } from "../parts/dates.ts";
import { notice } from "../parts/fields.ts";
import { fill, fillPlain, type Markup } from "../parts/markup.ts";
import { period, periodOnline } from "../parts/event-times.ts";
import { ticketPicture } from "../parts/qr.ts";
import { pathOf, seatsText } from "./cards.ts";
import { topics } from "./course.ts";
import { money } from "./formats.ts";
import { publicLayout } from "./frame.ts";
import type { PublicContext } from "./public-context.ts";
import { aboveOf, ask, crumbTrail, factList, people, storedHtml } from "./parts.ts";
import { type PageContent, seoOf } from "./page-seo.ts";
import { buyLink, freeOffer } from "./way-in.ts";
import { breadcrumbList, offer, organization, type Thing } from "./structured-data.ts";

type Event = z.output<typeof showEvent.output>;
type Ticket = Event["tickets"][number];
type Own = z.output<typeof findMyRegistration.output>;

/** Event page: time, location, speakers and tickets. */
export const eventPage = (
  page: PublicContext,
  { event, presented, own, sells }: { event: Event; presented: PageContent; own: Own; sells: boolean },
): string => {
  const { public: text } = textFor(page.locale);
  const above = aboveOf(page, text.kinds.events, "/events");
  const path = pathOf(event.url);
  const state = { published: undefined, canceled: text.event.canceledNotice, ended: text.event.ended }[event.status];
  return publicLayout(page, {
    ...seoOf(presented, { title: event.name, description: event.summary, path }),
    markdown: `${path}.md`,
    image: event.coverUrl,
    data: [eventData(page, event, sells), breadcrumbList(page.site.origin, [...above, { name: event.name, path }])],
    content: html`<div class="wrap page">
      <header>
        ${state !== undefined && notice(state)} ${crumbTrail(page, above)}
        <h1 class="foreign">${event.name}</h1>
        ${event.summary && html`<p class="lead foreign">${event.summary}</p>`}
      </header>
      <div class="split">
        <div class="main">
          ${event.coverUrl && html`<img class="wide-cover" src="${event.coverUrl}" alt="" fetchpriority="high" />`}
          ${storedHtml(presented.html)}
          ${people(
            text.event.with,
            event.lecturers.map(({ name, title, slug }) => ({ name, title, path: `/lecturers/${slug}` })),
          )}
        </div>
        <aside class="side" aria-label="${text.course.facts}">
          <div class="box">${facts(page, event)}</div>
          ${own.registration ? registered(page, event, own.registration, { sells }) : event.status === "published" && tickets(page, event, own, { sells })}
        </aside>
      </div>
    </div>`,
  });
};

const facts = (page: PublicContext, event: Event): Markup => {
  const { locale } = page;
  const { event: text, course } = textFor(locale).public;
  const { location, tags } = event;
  const venue =
    location &&
    html`<bdi>${location.name}</bdi>${location.address ? html`<br /><bdi class="soft">${location.address}</bdi>` : ""}`;
  return factList([
    [text.when, event.format === "in_person" ? period(locale, event) : periodOnline(page, event)],
    [text.where, html`${text[event.format]}${venue ? html`<br />${venue}` : ""}`],
    [course.topics, tags.length === 0 ? null : topics("/events", tags)],
  ]);
};

/** The visitor's own registration, with the code for check-in. */
const registered = (
  page: PublicContext,
  event: Event,
  own: NonNullable<Own["registration"]>,
  selling: { sells: boolean },
): Markup => {
  const { free: text } = textFor(page.locale).public;
  const isIn = own.status !== "waitlisted";
  const mayCancel = event.status === "published" && own.mayCancel;
  const waiting =
    own.offeredUntil === null
      ? html`<p>${own.isFree ? text.waiting : text.waitingToPay}</p>`
      : html`<p>${fill(text.payUntil, { time: timestamp(page, own.offeredUntil) })}</p>
          <p>${buyLink(page, formatId("eventTicket", own.ticketId), event.name, selling)}</p>`;
  return html`<div class="box">
    <h2>${isIn ? text.registered : own.offeredUntil === null ? text.waitlisted : text.offered}</h2>
    ${
      isIn
        ? html`<p>${fill(text.code, { code: html`<b><bdi>${own.checkInCode}</bdi></b>` })}</p>
            ${ticketPicture(own.checkInCode)}`
        : waiting
    }
    ${own.onlineUrl !== null && event.format !== "in_person" && html`<p><a class="button primary" href="${own.onlineUrl}" rel="noopener">${text.joinOnline}</a></p>`}
    ${mayCancel && html`<p><a class="button secondary" href="/account/events/${formatId("eventRegistration", own.id)}/cancel">${isIn ? text.cancel : text.leave}</a></p>`}
    <p class="aside"><a href="/account/events">${textFor(page.locale).myEvents.all}</a></p>
  </div>`;
};

const isFree = ({ price }: Ticket): boolean => price === null || price.amount === 0;
const isFull = ({ seatsLeft }: Ticket): boolean => seatsLeft !== null && seatsLeft <= 0;

/** The button of a ticket, or of its waitlist. Seats from the waitlist of a ticket with a price are paid in time. */
const ticketOffer = (page: PublicContext, event: Event, ticket: Ticket, selling: { sells: boolean }): Markup => {
  const { free: text } = textFor(page.locale).public;
  const full = isFull(ticket);
  if (!isFree(ticket) && !full) return buyLink(page, formatId("eventTicket", ticket.id), ticket.name, selling);
  if (full && !mayWait(event, ticket, selling)) return raw("");
  const label = full ? text.waitlist : text.register;
  const spoken = `${label}: ${ticket.name}`;
  const fields = { ticket: formatId("eventTicket", ticket.id), waitlist: String(full) };
  return freeOffer(page, { path: pathOf(event.url), action: "register", label, fields, spoken });
};

const mayWait = ({ waitlistEnabled }: Event, ticket: Ticket, { sells }: { sells: boolean }): boolean =>
  waitlistEnabled && (isFree(ticket) || sells);

const hasWaitlist = (event: Event, selling: { sells: boolean }): boolean =>
  event.seatsLeft !== null && event.seatsLeft <= 0 && event.tickets.some((ticket) => mayWait(event, ticket, selling));

/** The price of a ticket, with the discount of the visitor's membership. */
const ticketPrice = (page: PublicContext, price: Ticket["price"], percent: number): Markup => {
  const { event: text, price: prices } = textFor(page.locale).public;
  const off = price === null ? 0 : percentageOf(price, percent);
  if (price === null || off === 0) return html`<b>${money(page.locale, price)}</b>`;
  const reduced = money(page.locale, { ...price, amount: price.amount - off });
  return html`<b>${reduced}</b>
    <span class="soft">${fillPlain(prices.instead, { price: money(page.locale, price) })}</span>
    <span class="soft">· ${fillPlain(text.memberDiscount, { percent: String(percent) })}</span>`;
};

const tickets = (
  page: PublicContext,
  event: Event,
  { window, opensAt, discountPercent }: Own,
  selling: { sells: boolean },
): Markup => {
  const { event: text, free } = textFor(page.locale).public;
  return html`<div class="box">
    <h2>${text.tickets}</h2>
    ${
      event.tickets.length === 0
        ? html`<p>${text.noTickets}</p>`
        : html`<ul class="offers">
            ${event.tickets.map(
              (ticket) =>
                html`<li>
                  <span class="foreign">${ticket.name}</span>
                  <span
                    >${ticketPrice(page, ticket.price, discountPercent)}${ticket.seatsLeft === null ? "" : html` <span class="soft">· ${seatsText(page.locale, ticket.seatsLeft)}</span>`}</span
                  >
                  ${window === "open" && ticketOffer(page, event, ticket, selling)}
                </li>`,
            )}
          </ul>`
    }
    ${hasWaitlist(event, selling) && html`<p class="aside">${text.waitlist}</p>`}
    ${
      window === "not_open" && opensAt !== null
        ? html`<p>${fill(free.opens, { time: timestamp(page, opensAt) })}</p>`
        : window === "over" && html`<p>${free.registrationOver}</p>`
    }
    ${ask(page)}
  </div>`;
};

/** https://schema.org/Event */
function eventData(page: PublicContext, event: Event, sells: boolean): Thing {
  const { location, format, url } = event;
  const virtual: Thing = { "@type": "VirtualLocation", url };
  const venue: Thing | undefined = location
    ? { "@type": "Place", name: location.name, address: location.address ?? location.name }
    : undefined;
  const buyAddress = (id: string) => checkoutAddress(page.site, formatId("eventTicket", id));
  const modes = { online: "Online", in_person: "Offline", hybrid: "Mixed" };
  const venues = [...(venue && format !== "online" ? [venue] : []), ...(format === "in_person" ? [] : [virtual])];
  return {
    "@type": "Event",
    name: event.name,
    description: event.summary ?? event.name,
    url,
    startDate: event.startsAt.toISOString(),
    endDate: event.endsAt.toISOString(),
    eventStatus: `https://schema.org/${event.status === "canceled" ? "EventCancelled" : "EventScheduled"}`,
    eventAttendanceMode: `https://schema.org/${modes[format]}EventAttendanceMode`,
    location: venues.length > 0 ? venues : undefined,
    image: event.coverUrl ?? undefined,
    organizer: organization(page.site),
    performer: event.lecturers.map(({ name }) => ({ "@type": "Person", name })),
    offers: event.tickets.map(({ seatsLeft, ...ticket }) => ({
      ...offer(ticket, sells && ticket.price !== null && ticket.price.amount > 0 ? buyAddress(ticket.id) : url),
      availability: `https://schema.org/${seatsLeft !== null && seatsLeft <= 0 ? "SoldOut" : "InStock"}`,
    })),
  };
}
