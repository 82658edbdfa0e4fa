import { html } from "hono/html";
import { type Locale, textFor } from "../../text/catalogue.ts";
import { fillPlain, type Markup } from "../markup.ts";

type Price = { amount: number; currency: string };

const moneyFormats = new Map<string, Intl.NumberFormat>();

const moneyFormat = (locale: Locale, currency: string): Intl.NumberFormat => {
  const key = `${locale} ${currency}`;
  const known = moneyFormats.get(key);
  if (known) return known;
  const made = new Intl.NumberFormat(locale, { style: "currency", currency, trailingZeroDisplay: "stripIfInteger" });
  moneyFormats.set(key, made);
  return made;
};

const digitsOf = (currency: string): number => moneyFormat("en", currency).resolvedOptions().maximumFractionDigits ?? 2;

/** How many dollars so many cents are. */
export const majorUnits = ({ amount, currency }: Price): number => amount / 10 ** digitsOf(currency);

/** `19.99`, as programs write it. */
export const decimal = (price: Price): string => majorUnits(price).toFixed(digitsOf(price.currency));

/** `US$19.99`, as people write it. */
export const sum = (locale: Locale, price: Price): string =>
  moneyFormat(locale, price.currency).format(majorUnits(price));

/** The same of what is for sale: free where there is no price. */
export const money = (locale: Locale, price: Price | null): string =>
  price === null || price.amount === 0 ? textFor(locale).public.price.free : sum(locale, price);

/** `US$9.00 every month` */
export function pricing(
  locale: Locale,
  { price, interval, intervalCount }: { price: Price; interval: string | null; intervalCount: number },
): string {
  const { price: text } = textFor(locale).public;
  if (interval === null) return fillPlain(text.once, { price: money(locale, price) });
  const name = interval as keyof typeof text.intervals;
  const shown = money(locale, price);
  return intervalCount === 1
    ? fillPlain(text.intervals[name], { price: shown })
    : fillPlain(text.several[name], { price: shown, count: String(intervalCount) });
}

const dateLocale = (locale: Locale): string => (locale === "en" ? "en-GB" : locale);

/** A day, by the clock of the place. */
export const day = (locale: Locale, at: Date, timeZone: string): Markup => {
  const format = new Intl.DateTimeFormat(dateLocale(locale), { dateStyle: "long", timeZone });
  return html`<time datetime="${at.toISOString()}">${format.format(at)}</time>`;
};

/** From when to when, by the clock of the place. */
export const span = (locale: Locale, from: Date, to: Date, timeZone: string): Markup => {
  const format = new Intl.DateTimeFormat(dateLocale(locale), {
    weekday: "short",
    year: "numeric",
    month: "long",
    day: "numeric",
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
    timeZone,
  });
  return html`<time datetime="${from.toISOString()}">${format.formatRange(from, to)}</time>`;
};

const hour = 3600;

/** `5 hr 20 min`, or undefined where nothing is known. */
export function length(locale: Locale, seconds: number): string | undefined {
  if (seconds < 30) return undefined;
  const minutes = Math.max(1, Math.round(seconds / 60));
  const parts = [
    ...(minutes >= 60 ? [unit(locale, "hour").format(Math.floor(minutes / 60))] : []),
    ...(minutes % 60 > 0 && seconds < 20 * hour ? [unit(locale, "minute").format(minutes % 60)] : []),
  ];
  return parts.join(" ");
}

const unit = (locale: Locale, name: "hour" | "minute"): Intl.NumberFormat =>
  new Intl.NumberFormat(locale, { style: "unit", unit: name, unitDisplay: "short" });

/** The name of a language in the language of the page. */
export function languageName(locale: Locale, tag: string): string {
  try {
    return new Intl.DisplayNames([locale], { type: "language" }).of(tag) ?? tag;
  } catch {
    return tag;
  }
}

/** `12 kB` */
export const bytes = (locale: Locale, size: number): string => {
  const [amount, name]: [number, string] =
    size < 1e6
      ? [Math.max(1, size / 1e3), "kilobyte"]
      : size < 1e9
        ? [size / 1e6, "megabyte"]
        : [size / 1e9, "gigabyte"];
  const style = { style: "unit", unit: name, unitDisplay: "short", maximumFractionDigits: 1 } as const;
  return new Intl.NumberFormat(locale, style).format(amount);
};
