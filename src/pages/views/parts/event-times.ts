import { html, raw } from "hono/html";
import type { Locale } from "#domain/platform/site/locales.ts";
import { dateFormat } from "#lib/text/formats.ts";
import { offsetAt } from "#lib/time/zoned-time.ts";
import { textFor } from "#pages/text/catalogue.ts";
import { fillPlain, type Markup } from "./markup.ts";
import type { PageContext } from "./page-context.ts";

interface Period {
  startsAt: Date;
  /** Null: the end is unknown. */
  endsAt: Date | null;
  timeZone: string;
}

const day = 86_400_000;

const dateLocale = (locale: Locale): string => (locale === "en" ? "en-GB" : locale);

const clock = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" } as const;

const calendarDay = (locale: Locale) =>
  ({ weekday: "short", year: "numeric", month: locale === "en" ? "short" : "long", day: "numeric" }) as const;

/**
 * Formats a start and an end: `Sun, 25 Oct 2026, 19:00 – 20:00`. Around a change of the clocks both have their offset,
 * because an hour occurs twice.
 */
function periodText(locale: Locale, { startsAt, endsAt, timeZone }: Period): string {
  const written = { ...calendarDay(locale), ...clock, timeZone };
  const isUnclear = isNearClockChange({ startsAt, endsAt, timeZone });
  const at = (time: Date, options: Intl.DateTimeFormatOptions) =>
    `${dateFormat(dateLocale(locale), options).format(time)}${isUnclear ? ` ${offsetText(time, timeZone)}` : ""}`;
  if (endsAt === null) return at(startsAt, written);
  const isOneDay = dayOf(startsAt, timeZone) === dayOf(endsAt, timeZone);
  return `${at(startsAt, written)} – ${at(endsAt, isOneDay ? { ...clock, timeZone } : written)}`;
}

const dayOf = (time: Date, timeZone: string): string =>
  dateFormat("en-CA", { dateStyle: "short", timeZone }).format(time);

const isNearClockChange = ({ startsAt, endsAt, timeZone }: Period): boolean =>
  offsetAt(new Date(startsAt.getTime() - day), timeZone) !==
  offsetAt(new Date((endsAt ?? startsAt).getTime() + day), timeZone);

/** `GMT+1` */
const offsetText = (time: Date, timeZone: string): string =>
  dateFormat("en", { timeZone, timeZoneName: "shortOffset" })
    .formatToParts(time)
    .find(({ type }) => type === "timeZoneName")?.value ?? "";

/** A start and an end, in the time zone of the place. */
export const period = (locale: Locale, times: Period): Markup =>
  html`<time datetime="${times.startsAt.toISOString()}">${periodText(locale, times)}</time>`;

/** The same with the time of the visitor, for lists that name the zone once. */
export const periodWithOwn = (page: PageContext, times: Period): Markup =>
  html`${period(page.locale, times)}${ownPeriod(page, times)}`;

/** `Asia/Taipei (GMT+8)` */
export const zoneText = ({ startsAt, timeZone }: Pick<Period, "startsAt" | "timeZone">): string =>
  `${timeZone} (${offsetText(startsAt, timeZone)})`;

/**
 * A start and an end of something online: with the name of its time zone, and the same in the zone of the visitor. A
 * module of the browser fills it in where the member has stored none.
 */
export const periodOnline = (page: PageContext, times: Period): Markup =>
  html`${period(page.locale, times)}
    <span class="soft zone">${times.timeZone} (${offsetText(times.startsAt, times.timeZone)})</span
    >${ownPeriod(page, times)}`;

const ownPeriod = (page: PageContext, { startsAt, endsAt, timeZone }: Period): Markup => {
  const { ownTime } = textFor(page.locale).myEvents;
  const { ownZone } = page;
  if (ownZone === undefined) {
    return html`<span
      class="own-time"
      data-own-time="${ownTime}"
      data-from="${startsAt.toISOString()}"
      data-to="${endsAt?.toISOString() ?? ""}"
      data-zone="${timeZone}"
      hidden
    ></span>`;
  }
  if (isSameClock({ startsAt, endsAt, timeZone }, ownZone)) return raw("");
  const time = periodText(page.locale, { startsAt, endsAt, timeZone: ownZone });
  return html`<span class="own-time">${fillPlain(ownTime, { time })}</span>`;
};

const isSameClock = ({ startsAt, endsAt, timeZone }: Period, other: string): boolean =>
  [startsAt, endsAt ?? startsAt].every((time) => offsetAt(time, timeZone) === offsetAt(time, other));
