import type { Locale } from "#domain/platform/site/locales.ts";
import { dateFormat, isTimeZone } from "#lib/text/formats.ts";
import { offsetAt, timeOf, writtenIn } from "#lib/time/zoned-time.ts";

/** Formats `2027-03-01 19:30 (Asia/Taipei)`, the same in every language: `timesIn` formats it for a reader. */
export const formatTime = (time: Date, timeZone: string): string =>
  `${dateFormat("sv-SE", { timeZone, dateStyle: "short", timeStyle: "short" }).format(time)} (${timeZone})`;

const stored = /(\d{4}-\d{2}-\d{2}) (\d{2}:\d{2}) \(([\w/+-]{1,64})\)/g;

/**
 * Replaces stored times of a text by those of a language: `1 March 2027, 19:30 (Taipei)`. A reader in another zone gets
 * theirs as well: `1 March 2027, 19:30 (Taipei) = 12:30 (Paris)`.
 */
export const timesIn = (locale: Locale, text: string, ownZone?: string): string =>
  text.replaceAll(stored, (_, day: string, time: string, zone: string) => {
    const written = writeTime(locale, { day, time, zone });
    if (ownZone === undefined || !isTimeZone(zone)) return written;
    const [hours = "", minutes = ""] = time.split(":");
    const instant = timeOf(zone, day, Number(hours) * 60 + Number(minutes));
    if (offsetAt(instant, zone) === offsetAt(instant, ownZone)) return written;
    const [ownDay = "", ownTime = ""] = writtenIn(ownZone, instant).slice(0, 16).split("T");
    const isOneDay = ownDay === day;
    const inOwnZone = isOneDay
      ? `${ownTime} (${placeOf(ownZone)})`
      : writeTime(locale, { day: ownDay, time: ownTime, zone: ownZone });
    return `${written} = ${inOwnZone}`;
  });

const writeTime = (locale: Locale, { day, time, zone }: { day: string; time: string; zone: string }): string => {
  const date = dateFormat(locale === "en" ? "en-GB" : locale, { dateStyle: "long", timeZone: "UTC" });
  return `${date.format(new Date(`${day}T00:00Z`))}${locale === "en" ? ", " : " "}${time} (${placeOf(zone)})`;
};

/** The city of a time zone: `Asia/Taipei` is Taipei. */
const placeOf = (zone: string): string => (zone.split("/").at(-1) ?? zone).replaceAll("_", " ");
