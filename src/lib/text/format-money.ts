import { LRUCache } from "lru-cache";
import { numberFormat } from "./formats.ts";

interface Amount {
  /** In the minor unit of the currency (ISO 4217). */
  amount: number;
  currency: string;
}

const formatOf = (locale: string, currency: string): Intl.NumberFormat =>
  numberFormat(locale, { style: "currency", currency, trailingZeroDisplay: "stripIfInteger" });

/** Digits by currency. Reading them from a formatter costs more than all other work on a price. */
const digitsByCurrency = new LRUCache<string, number>({ max: 500 });

/** Number of digits after the decimal point: 2 for USD, 0 for JPY, 3 for KWD. */
export function digitsOf(currency: string): number {
  let digits = digitsByCurrency.get(currency);
  if (digits === undefined) {
    digits = formatOf("en", currency).resolvedOptions().maximumFractionDigits ?? 2;
    digitsByCurrency.set(currency, digits);
  }
  return digits;
}

/** Converts minor to major currency units. */
export const majorUnits = ({ amount, currency }: Amount): number => amount / 10 ** digitsOf(currency);

/** Writes an amount for programs, in the major unit with all digits of the currency: `19.99`. */
export const decimalAmount = (price: Amount): string => majorUnits(price).toFixed(digitsOf(price.currency));

/** Formats an amount in the language of a locale: `US$19.99`. */
export const formatMoney = (locale: string, price: Amount): string =>
  formatOf(locale, price.currency).format(majorUnits(price));

/** Returns the format of a column of amounts: all have decimals if any of them does. */
export function moneyColumn(locale: string, currency: string, amounts: readonly number[]): (amount: number) => string {
  const isWhole = amounts.every((amount) => amount % 10 ** digitsOf(currency) === 0);
  const format = numberFormat(locale, {
    style: "currency",
    currency,
    trailingZeroDisplay: isWhole ? "stripIfInteger" : "auto",
  });
  return (amount) => format.format(majorUnits({ amount, currency }));
}
