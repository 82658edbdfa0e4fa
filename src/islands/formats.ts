import { settings } from "./settings.ts";

const units = [
  ["day", 86_400_000],
  ["hour", 3_600_000],
  ["minute", 60_000],
  ["second", 1000],
] as const;

/** "2 minutes ago", in the language of the page. `at`: milliseconds since 1970. */
export function formatAge(at: number): string {
  const passed = Math.max(1000, Date.now() - at);
  const [unit, length] = units.find(([, size]) => passed >= size) ?? units[3];
  return new Intl.RelativeTimeFormat(settings().locale).format(-Math.floor(passed / length), unit);
}

/** "2.5 MB", in the language of the page. */
export function formatSize(bytes: number, locale = settings().locale): string {
  const [unit, size] = bytes < 1_000_000 ? (["kilobyte", 1000] as const) : (["megabyte", 1_000_000] as const);
  const format = new Intl.NumberFormat(locale, { style: "unit", unit, maximumFractionDigits: 1 });
  return format.format(bytes / size);
}

/** "21:40", in the time zone of the browser. */
export const formatClock = (at: Date, locale: string): string =>
  new Intl.DateTimeFormat(locale, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" }).format(at);

/** "5 minutes" */
export const formatMinutes = (minutes: number, locale: string): string =>
  new Intl.NumberFormat(locale, { style: "unit", unit: "minute", unitDisplay: "long" }).format(minutes);

/** "30 Nov 2026, 21:40", in the time zone of the browser. */
export const formatTime = (at: number, locale: string): string =>
  new Intl.DateTimeFormat(locale === "en" ? "en-GB" : locale, { dateStyle: "medium", timeStyle: "short" }).format(at);

/** Texts of a time, with the parts and the zone of the options: by default, the zone of the browser. */
export const formatParts = (at: Date, locale: string, options: Intl.DateTimeFormatOptions): string =>
  new Intl.DateTimeFormat(locale, options).format(at);

/** The time zone of the browser. */
export const ownTimeZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;

export const formatNumber = (value: number, locale: string): string => new Intl.NumberFormat(locale).format(value);

/** "3 hr" */
export const formatUnit = (value: number, unit: "hour" | "minute", locale: string): string =>
  new Intl.NumberFormat(locale, { style: "unit", unit, unitDisplay: "short" }).format(value);

/** "US$49", without zeros for cents. */
export function formatMoney({ amount, currency }: { amount: string; currency: string }, locale: string): string {
  const options = { style: "currency", currency, trailingZeroDisplay: "stripIfInteger" } as const;
  return new Intl.NumberFormat(locale, options).format(Number(amount));
}

export const formatList = (values: readonly string[], locale: string): string =>
  new Intl.ListFormat(locale).format(values);
