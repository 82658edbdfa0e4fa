import { html, raw } from "hono/html";
import type { ScheduleItem } from "#domain/sales/my-schedule/schedule-item.ts";
import { formatId } from "#domain/platform/ids.ts";
import { dateFormat } from "#lib/text/formats.ts";
import { textFor } from "../../../text/catalogue.ts";
import { timestamp } from "../../parts/dates.ts";
import { fill, fillPlain, foreign, type Markup } from "../../parts/markup.ts";
import type { PageContext } from "../../parts/page-context.ts";
import { ticketPicture } from "../../parts/qr.ts";
import { period, periodOnline } from "#pages/views/parts/event-times.ts";

export const cancelAddress = <Id extends string>(id: Id) => `/account/events/${id}/cancel` as const;
export const calendarAddress = <Id extends string>(id: Id) => `/account/events/${id}/calendar.ics` as const;

/** Time zone of an item: that of its place, or of the school. */
export const zoneOf = ({ timeZone: ofSchool }: PageContext, { timeZone }: ScheduleItem): string => timeZone ?? ofSchool;

/** An entry of the schedule: date, what and where, and what the member can do. */
export const entry = (page: PageContext, item: ScheduleItem, { now, isNext }: { now: Date; isNext: boolean }): Markup =>
  html`<li class="engagement ${isNext ? "next" : ""}" data-state="${item.state}">
    ${dateTile(page, item)}
    <div class="what">
      ${eyebrow(page, item, now)}
      <h3><a href="${item.path}">${foreign(item.name)}</a></h3>
      <p>${when(page, item)}</p>
      ${whereAndWho(page, item)} ${note(page, item)} ${actions(page, item)}
    </div>
    ${ticketCode(page, item, isNext)}
  </li>`;

export const when = (page: PageContext, item: ScheduleItem): Markup => {
  const endsAt = item.hasEnd ? item.endsAt : null;
  const times = { startsAt: item.startsAt, endsAt, timeZone: zoneOf(page, item) };
  return item.format === "in_person" ? period(page.locale, times) : periodOnline(page, times);
};

/** Weekday, day and month, for the eye. The time beside it says the same. */
export const dateTile = (page: PageContext, item: ScheduleItem): Markup => {
  const locale = page.locale === "en" ? "en-GB" : page.locale;
  const part = (options: Intl.DateTimeFormatOptions) =>
    dateFormat(locale, { ...options, timeZone: zoneOf(page, item) }).format(item.startsAt);
  const date = html`<b
    >${dateFormat("en-GB", { day: "numeric", timeZone: zoneOf(page, item) }).format(item.startsAt)}</b
  >`;
  return html`<div class="date-tile" aria-hidden="true">
    <span>${part({ month: "short" })}</span>${date}<span>${part({ weekday: "short" })}</span>
  </div>`;
};

const eyebrow = (page: PageContext, item: ScheduleItem, now: Date): Markup => {
  const { myEvents: text } = textFor(page.locale);
  const soon = soonText(page, item, now);
  return html`<p class="eyebrow">
    ${text.kinds[item.kind]} · ${text.formats[item.format]}
    ${soon !== undefined && html`<span class="tag" data-tone="good">${soon}</span>`}
    ${item.state !== "confirmed" && html`<span class="tag" data-tone="${item.state === "canceled" ? "bad" : "wait"}">${text.states[item.state]}</span>`}
  </p>`;
};

/** `Today` or `Tomorrow`, in the zone of the place. */
function soonText(page: PageContext, item: ScheduleItem, now: Date): string | undefined {
  const { myEvents: text } = textFor(page.locale);
  const zone = zoneOf(page, item);
  const dayAt = (time: Date) => dateFormat("en-CA", { dateStyle: "short", timeZone: zone }).format(time);
  const start = dayAt(item.startsAt);
  if (start === dayAt(now)) return text.today;
  return start === dayAt(new Date(now.getTime() + 86_400_000)) ? text.tomorrow : undefined;
}

const whereAndWho = (page: PageContext, item: ScheduleItem): Markup => {
  const { myEvents: text } = textFor(page.locale);
  const { place, about, kind, seats } = item;
  const who = about === null ? "" : kind === "session" ? fill(text.with, { name: foreign(about) }) : foreign(about);
  return html`${who !== "" && html`<p class="soft">${who}</p>`}
  ${seats > 1 && html`<p class="soft">${fillPlain(text.seats, { count: String(seats) })}</p>`}
  ${place !== null && placeLine(page, place, item.format === "phone")}`;
};

const placeLine = ({ locale }: PageContext, place: NonNullable<ScheduleItem["place"]>, isPhone: boolean): Markup => {
  const { myEvents: text } = textFor(locale);
  const { name, address } = place;
  const map = html`<a
    href="${mapAddress(place)}"
    rel="noopener noreferrer"
    aria-label="${fillPlain(text.mapOf, { place: name })}"
    >${text.map}</a
  >`;
  return html`<p>${foreign(name)}${address ? html`, ${foreign(address)}` : ""}${isPhone ? "" : html` · ${map}`}</p>`;
};

const mapAddress = ({ name, address, geo }: NonNullable<ScheduleItem["place"]>): string =>
  geo
    ? `https://www.openstreetmap.org/?mlat=${geo.latitude}&mlon=${geo.longitude}#map=17/${geo.latitude}/${geo.longitude}`
    : `https://www.openstreetmap.org/search?query=${encodeURIComponent(address ?? name)}`;

const note = (page: PageContext, item: ScheduleItem): Markup => {
  const { myEvents: text } = textFor(page.locale);
  const { state, isFree, offer } = item;
  if (state === "canceled") return html`<p>${text.canceled}</p>`;
  if (offer) return html`<p>${fill(text.payUntil, { time: timestamp(page, offer.until) })}</p>`;
  if (state === "waitlisted") return html`<p class="soft">${isFree ? text.waiting : text.waitingToPay}</p>`;
  return html`${howToMeet(page, item)}`;
};

/** Says how to meet, whatever is known of it. */
const howToMeet = ({ locale }: PageContext, { format, joinUrl, hasJoin, place }: ScheduleItem): Markup => {
  const { myEvents: text } = textFor(locale);
  if (joinUrl !== null) return raw("");
  if (hasJoin) return html`<p class="soft">${text.joinLater}</p>`;
  if (format === "online") return html`<p class="soft">${text.linkFollows}</p>`;
  if (place !== null) return raw("");
  return html`<p class="soft">${format === "phone" ? text.callFollows : text.placeFollows}</p>`;
};

const actions = ({ locale }: PageContext, item: ScheduleItem): Markup => {
  const { myEvents: text } = textFor(locale);
  const { id, name, joinUrl, offer, state, mayCancel, kind } = item;
  const isWaiting = state === "waitlisted" || state === "offered";
  const cancelLabel = isWaiting
    ? text.actions.waitlist
    : kind === "session"
      ? text.actions.session
      : text.actions.event;
  return html`<p class="engagement-actions">
      ${joinUrl !== null && html`<a class="button primary" href="${joinUrl}" rel="noopener" aria-label="${fillPlain(text.joinOf, { name })}">${text.join}</a>`}
      ${offer && html`<a class="button primary" href="/checkout?item=${formatId("eventTicket", offer.ticketId)}">${text.pay}</a>`}
      ${state !== "canceled" && html`<a href="${calendarAddress(id)}" download aria-label="${fillPlain(text.addToCalendarOf, { name })}">${text.addToCalendar}</a>`}
      ${mayCancel && html`<a href="${cancelAddress(id)}" aria-label="${cancelLabel}: ${name}">${cancelLabel}</a>`}
    </p>
    ${!mayCancel && state === "confirmed" && cannotCancel(locale, item)}`;
};

const cannotCancel = (
  locale: PageContext["locale"],
  { kind, isFree, endsAt, startsAt, joinUrl }: ScheduleItem,
): Markup => {
  const { myEvents: text } = textFor(locale);
  // Running: the button to join is what matters.
  if (joinUrl !== null || endsAt <= startsAt) return raw("");
  if (kind === "event" && !isFree) return html`<p class="aside">${text.paidSeat}</p>`;
  return kind === "session" ? html`<p class="aside">${text.lateSession}</p>` : raw("");
};

/** The code for the door: open on the next entry, folded on the others. */
const ticketCode = ({ locale }: PageContext, { code }: ScheduleItem, isNext: boolean): Markup => {
  const { myEvents: text } = textFor(locale);
  if (code === null) return raw("");
  return html`<details class="door" ${isNext ? raw("open") : ""}>
    <summary>${text.code}</summary>
    ${ticketPicture(code)}
    <p>
      <b class="code"><bdi>${code}</bdi></b>
    </p>
    <p class="soft">${text.codeHint}</p>
  </details>`;
};
