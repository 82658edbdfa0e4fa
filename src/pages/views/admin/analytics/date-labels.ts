import { dateFormat } from "#lib/text/formats.ts";
import type { Interval, Period } from "#pages/admin/analytics/period.ts";
import type { Locale } from "#domain/platform/site/locales.ts";

const languageOf = (locale: Locale): string => (locale === "en" ? "en-GB" : locale);

/** Labels of the days, weeks or months in a chart, in the school's time zone. */
export interface Stretches {
  /** Short label for the axis: `12 Nov`. */
  mark: (begins: Date) => string;
  /** `Thu, 12 Nov 2026`, `9–15 Nov 2026`, `November 2026`. `last` is the last instant of the interval. */
  name: (begins: Date, last: Date) => string;
}

export function stretchesOf(locale: Locale, interval: Interval, timeZone: string, count: number): Stretches {
  const format = (options: Intl.DateTimeFormatOptions) => dateFormat(languageOf(locale), { ...options, timeZone });
  const month = locale === "en" ? "short" : "numeric";
  const whole = { year: "numeric", month: locale === "en" ? "short" : "long", day: "numeric" } as const;
  if (interval === "month") {
    const year = count > 13 ? "numeric" : undefined;
    const [mark, name] = [format({ year, month: "short" }), format({ year: "numeric", month: "long" })];
    return { mark: (begins) => mark.format(begins), name: (begins) => name.format(begins) };
  }
  const mark = format({ month, day: "numeric" });
  const name = format(interval === "day" ? { weekday: "short", ...whole } : whole);
  return {
    mark: (begins) => mark.format(begins),
    name: (begins, last) => (interval === "day" ? name.format(begins) : name.formatRange(begins, last)),
  };
}

/** `23 October – 21 November 2026` */
export function periodText(locale: Locale, { first, last }: Pick<Period, "first" | "last">): string {
  const format = dateFormat(languageOf(locale), { dateStyle: "long", timeZone: "UTC" });
  return format.formatRange(new Date(first), new Date(last));
}

/** Name of a time zone: `Taipei Standard Time`. */
export function zoneName(locale: Locale, timeZone: string): string {
  const format = dateFormat(languageOf(locale), { timeZone, timeZoneName: "longGeneric" });
  const name = format.formatToParts(0).find(({ type }) => type === "timeZoneName")?.value;
  return name === undefined || name.startsWith("GMT") ? timeZone : name;
}

/** `21 November 2026 at 08:14`, in a time zone that the page names. */
export const timeText = (locale: Locale, at: Date, timeZone: string): string =>
  dateFormat(languageOf(locale), {
    dateStyle: "long",
    timeStyle: "short",
    hourCycle: "h23",
    timeZone,
  }).format(at);
