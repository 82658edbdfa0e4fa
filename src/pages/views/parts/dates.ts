import { html } from "hono/html";

import { dateFormat, numberFormat } from "#lib/text/formats.ts";
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

/** Formats seconds, rounded up to minutes. */
export const wait = (locale: Locale, seconds: number): string =>
  duration(locale, Math.max(1, Math.ceil(seconds / 60)), "minutes");

/** `2 hours` */
export const duration = (locale: Locale, amount: number, name: keyof typeof units): string =>
  numberFormat(locale, { style: "unit", unit: units[name], unitDisplay: "long" }).format(amount);
