import { html } from "hono/html";

import { dateFormat, numberFormat, relativeFormat } from "#lib/text/formats.ts";
import type { Locale } from "#domain/platform/site/locales.ts";
import type { Markup } from "./markup.ts";

/** Language and time zone of a page. */
export interface Dated {
  locale: Locale;
  /** IANA name of the school's time zone: without scripts, that of the visitor is unknown. */
  timeZone: string;
}

const dateLocale = (locale: Locale): string => (locale === "en" ? "en-GB" : locale);

const dateTime = ({ locale, timeZone }: Dated) =>
  dateFormat(dateLocale(locale), {
    year: "numeric",
    month: locale === "en" ? "short" : "long",
    day: "numeric",
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
    timeZone,
    timeZoneName: "short",
  });

const date = ({ locale, timeZone }: Dated) => dateFormat(dateLocale(locale), { dateStyle: "long", timeZone });

const units = { seconds: "second", minutes: "minute", hours: "hour", days: "day" };

/** Formats the day of a timestamp. */
export const day = (page: Dated, at: Date): Markup =>
  html`<time datetime="${at.toISOString()}">${dayText(page, at)}</time>`;

export const dayText = (page: Dated, at: Date): string => date(page).format(at);

/** Formats the day of a timestamp for tables: `26 Nov 2026`. */
export const shortDay = ({ locale, timeZone }: Dated, at: Date): Markup =>
  html`<time datetime="${at.toISOString()}"
    >${dateFormat(dateLocale(locale), { dateStyle: "medium", timeZone }).format(at)}</time
  >`;

/** Formats a timestamp with its time zone. */
export const timestamp = (page: Dated, at: Date): Markup =>
  html`<time datetime="${at.toISOString()}">${timestampText(page, at)}</time>`;

export const timestampText = (page: Dated, at: Date): string => dateTime(page).format(at).replaceAll(brackets, "");

/** Chinese formats end in a zone such as `[GMT+8]`. */
const brackets = /[[\]]/g;

/** Formats a time in the last month as its age: `5 minutes ago`. The exact time is the title. */
export const ago = (page: Dated, at: Date, now: Date): Markup => {
  const passed = now.getTime() - at.getTime();
  const [unit, length] = ages.find(([, size]) => passed >= size) ?? (["second", 1000] as const);
  const count = unit === "second" ? 0 : Math.floor(passed / length);
  const text =
    passed >= 30 * dayMs
      ? dayText(page, at)
      : relativeFormat(page.locale, { numeric: count === 0 ? "auto" : "always" }).format(-count, unit);
  return html`<time datetime="${at.toISOString()}" title="${timestampText(page, at)}">${text}</time>`;
};

/** Formats times by their age, or by their day on a page that is cached. */
export const writtenAt =
  (page: Dated, { now }: { now: Date | null }) =>
  (at: Date): Markup =>
    now === null ? day(page, at) : ago(page, at, now);

const dayMs = 86_400_000;

const ages = [
  ["day", dayMs],
  ["hour", 3_600_000],
  ["minute", 60_000],
] as const;

/** Formats seconds, rounded up to minutes. */
export const wait = (locale: Locale, seconds: number): string =>
  duration(locale, Math.max(1, Math.ceil(seconds / 60)), "minutes");

/** `2 hours` */
export const duration = (locale: Locale, amount: number, name: keyof typeof units): string =>
  numberFormat(locale, { style: "unit", unit: units[name], unitDisplay: "long" }).format(amount);
