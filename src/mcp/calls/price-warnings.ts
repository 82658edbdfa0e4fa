import { asRecord } from "#lib/json/is-record.ts";

type Wire = Record<string, unknown>;

/** Lowest usual prices in currencies whose unit is worth little. */
const lowest: Readonly<Record<string, number>> = {
  TWD: 30,
  JPY: 100,
  KRW: 1000,
  VND: 10_000,
  IDR: 10_000,
  INR: 50,
  PHP: 50,
  THB: 30,
  HUF: 300,
  RUB: 50,
  CLP: 500,
  COP: 3000,
};

/** A price 100 times too high or too low is the usual mistake: minor and major units were confused. */
const usualRange = 5000;

/**
 * Warns about prices that are probably mistakes, such as 0.49 dollars for a course that costs 49. The write has its effect:
 * the school decides.
 */
export function priceWarnings(result: Wire): string[] {
  return ["price", "compare_at_price"].flatMap((name) => {
    const { amount, currency } = asRecord(result[name]);
    if (typeof amount !== "string" || typeof currency !== "string") return [];
    const least = lowest[currency] ?? 1;
    const value = Number(amount);
    if (value === 0 || (value >= least && value <= least * usualRange)) return [];
    const size = value < least ? "low" : "high";
    return [
      `${name} is unusually ${size}: ${currency} ${amount}. Amounts are in the major unit: 49.00 is 49 ${currency}. Check it with the user.`,
    ];
  });
}
