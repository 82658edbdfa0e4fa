interface Priced {
  price: { amount: number; currency: string };
  interval: string | null;
  intervalCount: number;
}

export interface YearSaving {
  amount: number;
  currency: string;
  /** Number of monthly payments that the saving is exactly worth. Null: not a whole number. */
  freeMonths: number | null;
}

const isEvery = ({ interval, intervalCount }: Priced, unit: "month" | "year"): boolean =>
  interval === unit && intervalCount === 1;

/** Returns what a yearly price saves against twelve monthly payments of the same plan. Undefined if it saves nothing. */
export function yearSaving(yearly: Priced, all: readonly Priced[]): YearSaving | undefined {
  const { amount, currency } = yearly.price;
  const monthly = all.filter((price) => isEvery(price, "month") && price.price.currency === currency);
  // The lowest of several monthly prices, so that the saving is never too high.
  const lowest = Math.min(...monthly.map(({ price }) => price.amount));
  if (!isEvery(yearly, "year") || monthly.length === 0 || lowest === 0 || amount === 0) return undefined;
  const saved = 12 * lowest - amount;
  if (saved <= 0) return undefined;
  return { amount: saved, currency, freeMonths: saved % lowest === 0 ? saved / lowest : null };
}

/** The class by which the switch of a card hides a price. Without both a monthly and a yearly price, all are shown. */
export function billingClass(price: Priced, all: readonly Priced[]): "per-month" | "per-year" | undefined {
  const hasBoth = (["month", "year"] as const).every((unit) => all.some((each) => isEvery(each, unit)));
  if (!hasBoth) return undefined;
  if (isEvery(price, "month")) return "per-month";
  return isEvery(price, "year") ? "per-year" : undefined;
}
