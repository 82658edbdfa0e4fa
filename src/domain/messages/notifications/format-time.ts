import type { Locale } from "#domain/platform/site/locales.ts";
import { dateFormat } from "#lib/text/formats.ts";

/** Formats `2027-03-01 19:30 (Asia/Taipei)`, the same in every language: `timesIn` formats it for a reader. */
export const formatTime = (time: Date, timeZone: string): string =>
  `${dateFormat("sv-SE", { timeZone, dateStyle: "short", timeStyle: "short" }).format(time)} (${timeZone})`;

const stored = /(\d{4}-\d{2}-\d{2}) (\d{2}:\d{2}) \(([\w/+-]{1,64})\)/g;

/** Replaces stored times of a text by those of a language: `1 March 2027, 19:30 (Taipei)`. */
export const timesIn = (locale: Locale, text: string): string =>
  text.replaceAll(stored, (_, day: string, time: string, zone: string) => {
    const date = dateFormat(locale === "en" ? "en-GB" : locale, { dateStyle: "long", timeZone: "UTC" });
    return `${date.format(new Date(`${day}T00:00Z`))}${locale === "en" ? ", " : " "}${time} (${placeOf(zone)})`;
  });

/** The city of a time zone: `Asia/Taipei` is Taipei. */
const placeOf = (zone: string): string => (zone.split("/").at(-1) ?? zone).replaceAll("_", " ");
