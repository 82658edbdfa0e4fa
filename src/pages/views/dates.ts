import { html } from "hono/html";

import type { Locale } from "../text/catalogue.ts";
import type { Markup } from "./markup.ts";

const dateTime = (locale: Locale): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat(locale === "en" ? "en-GB" : locale, {
    year: "numeric",
    month: locale === "en" ? "short" : "long",
    day: "numeric",
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
    timeZone: "UTC",
  });

const minutes = (locale: Locale): Intl.NumberFormat =>
  new Intl.NumberFormat(locale, { style: "unit", unit: "minute", unitDisplay: "long" });

// Making a formatter costs far more than using it.
const formats: Record<Locale, { dateTime: Intl.DateTimeFormat; minutes: Intl.NumberFormat }> = {
  en: { dateTime: dateTime("en"), minutes: minutes("en") },
  "zh-TW": { dateTime: dateTime("zh-TW"), minutes: minutes("zh-TW") },
};

/** A moment in the words of the locale, in UTC and saying so: without a script the person's own zone is unknown. */
export const moment = (locale: Locale, at: Date): Markup =>
  html`<time datetime="${at.toISOString()}">${formats[locale].dateTime.format(at)} UTC</time>`;

/** A wait of some seconds, rounded up to whole minutes. */
export const wait = (locale: Locale, seconds: number): string =>
  formats[locale].minutes.format(Math.max(1, Math.ceil(seconds / 60)));
