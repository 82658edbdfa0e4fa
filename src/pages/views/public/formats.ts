import type { Locale } from "#domain/platform/site/locales.ts";
import { numberFormat } from "#lib/text/formats.ts";
import { digitsOf, formatMoney, majorUnits } from "#lib/text/format-money.ts";
import { isFieldOf } from "#lib/json/typed-object.ts";
import { textFor } from "../../text/catalogue.ts";
import { fillPlain } from "../parts/markup.ts";

type Price = { amount: number; currency: string };

/** `19.99`, machine-readable. */
export const decimal = (price: Price): string => majorUnits(price).toFixed(digitsOf(price.currency));

/** `US$19.99`, localized. */
export const sum = (locale: Locale, price: Price): string => formatMoney(locale, price);

/** Localized price, or "Free" without a price. */
export const money = (locale: Locale, price: Price | null): string =>
  price === null || price.amount === 0 ? textFor(locale).public.price.free : sum(locale, price);

/** `US$9.00 per month` */
export function pricing(
  locale: Locale,
  { price, interval, intervalCount }: { price: Price; interval: string | null; intervalCount: number },
): string {
  const { price: text } = textFor(locale).public;
  const priceText = money(locale, price);
  if (interval === null || !isFieldOf(text.intervals, interval)) return fillPlain(text.once, { price: priceText });
  return intervalCount === 1
    ? fillPlain(text.intervals[interval], { price: priceText })
    : fillPlain(text.several[interval], { price: priceText, count: String(intervalCount) });
}

const hour = 3600;

/** `5 hr 20 min`, or undefined without a duration. */
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
  numberFormat(locale, { style: "unit", unit: name, unitDisplay: "short" });

/** `12 kB` */
export const bytes = (locale: Locale, size: number): string => {
  const [amount, name]: [number, string] =
    size < 1e6
      ? [Math.max(1, size / 1e3), "kilobyte"]
      : size < 1e9
        ? [size / 1e6, "megabyte"]
        : [size / 1e9, "gigabyte"];
  const style = { style: "unit", unit: name, unitDisplay: "short", maximumFractionDigits: 1 } as const;
  return numberFormat(locale, style).format(amount);
};
