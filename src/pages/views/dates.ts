import { html } from "hono/html";

import type { Locale } from "#domain/site/sites/locales.ts";
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

const date = (locale: Locale): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat(locale === "en" ? "en-GB" : locale, { dateStyle: "long", timeZone: "UTC" });

const unit = (locale: Locale, name: string): Intl.NumberFormat =>
  new Intl.NumberFormat(locale, { style: "unit", unit: name, unitDisplay: "long" });

const units = (locale: Locale) => ({
  seconds: unit(locale, "second"),
  minutes: unit(locale, "minute"),
  hours: unit(locale, "hour"),
  days: unit(locale, "day"),
});
type Units = ReturnType<typeof units>;

// Cached: creating a formatter costs far more than using it.
const formatsOf = (locale: Locale) => ({ date: date(locale), dateTime: dateTime(locale), units: units(locale) });
const formats: Record<Locale, ReturnType<typeof formatsOf>> = { en: formatsOf("en"), "zh-TW": formatsOf("zh-TW") };

/** Formats the day of a timestamp in UTC. */
export const day = (locale: Locale, at: Date): Markup =>
  html`<time datetime="${at.toISOString().slice(0, 10)}">${dayText(locale, at)}</time>`;

export const dayText = (locale: Locale, at: Date): string => formats[locale].date.format(at);

/** Formats a timestamp in UTC with its zone: without scripts, the visitor's time zone is unknown. */
export const moment = (locale: Locale, at: Date): Markup =>
  html`<time datetime="${at.toISOString()}">${momentText(locale, at)}</time>`;

export const momentText = (locale: Locale, at: Date): string => `${formats[locale].dateTime.format(at)} UTC`;

/** Formats seconds, rounded up to minutes. */
export const wait = (locale: Locale, seconds: number): string =>
  duration(locale, Math.max(1, Math.ceil(seconds / 60)), "minutes");

/** `2 hours` */
export const duration = (locale: Locale, amount: number, name: keyof Units): string =>
  formats[locale].units[name].format(amount);
