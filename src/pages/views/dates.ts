import { html } from "hono/html";

import type { Locale } from "#domain/site/sites/locales.ts";
import type { Markup } from "./markup.ts";

/** Language and time zone of a page. */
export interface Dated {
  locale: Locale;
  /** IANA name of the school's time zone: without scripts, that of the visitor is unknown. */
  timeZone: string;
}

const dateLocale = (locale: Locale): string => (locale === "en" ? "en-GB" : locale);

// Cached: creating a formatter costs far more than using it. The number of time zones is limited.
const cached = (create: (page: Dated) => Intl.DateTimeFormat) => {
  const formats = new Map<string, Intl.DateTimeFormat>();
  return (page: Dated): Intl.DateTimeFormat => {
    const key = `${page.locale} ${page.timeZone}`;
    const known = formats.get(key) ?? create(page);
    formats.set(key, known);
    return known;
  };
};

const dateTime = cached(
  ({ locale, timeZone }) =>
    new Intl.DateTimeFormat(dateLocale(locale), {
      year: "numeric",
      month: locale === "en" ? "short" : "long",
      day: "numeric",
      hour: "2-digit",
      minute: "2-digit",
      hourCycle: "h23",
      timeZone,
      timeZoneName: "short",
    }),
);

const date = cached(
  ({ locale, timeZone }) => new Intl.DateTimeFormat(dateLocale(locale), { dateStyle: "long", timeZone }),
);

const units = { seconds: "second", minutes: "minute", hours: "hour", days: "day" };
const durations = new Map<string, Intl.NumberFormat>();

/** Formats the day of a timestamp. */
export const day = (page: Dated, at: Date): Markup =>
  html`<time datetime="${at.toISOString()}">${dayText(page, at)}</time>`;

export const dayText = (page: Dated, at: Date): string => date(page).format(at);

/** Formats a timestamp with its time zone. */
export const timestamp = (page: Dated, at: Date): Markup =>
  html`<time datetime="${at.toISOString()}">${timestampText(page, at)}</time>`;

export const timestampText = (page: Dated, at: Date): string => dateTime(page).format(at).replaceAll(brackets, "");

/** Chinese formats end in a zone such as `[GMT+8]`. */
const brackets = /[[\]]/g;

/** Formats seconds, rounded up to minutes. */
export const wait = (locale: Locale, seconds: number): string =>
  duration(locale, Math.max(1, Math.ceil(seconds / 60)), "minutes");

/** `2 hours` */
export function duration(locale: Locale, amount: number, name: keyof typeof units): string {
  const key = `${locale} ${name}`;
  let format = durations.get(key);
  if (!format) {
    format = new Intl.NumberFormat(locale, { style: "unit", unit: units[name], unitDisplay: "long" });
    durations.set(key, format);
  }
  return format.format(amount);
}
