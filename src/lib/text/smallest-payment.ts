/** New Taiwan dollars have two decimals in ISO 4217, but are paid in whole dollars. */
const steps: Partial<Record<string, number>> = { TWD: 100 };

/** The step in which a part of a price is rounded, so that it can be paid, in the minor unit of the currency. */
function stepOf({ amount, currency }: { amount: number; currency: string }): number {
  const step = steps[currency] ?? 1;
  return amount % step === 0 ? step : 1;
}

/** Returns one of several equal payments of a price, rounded down so that it can be paid. */
export function partOf<Price extends { amount: number; currency: string }>(price: Price, parts: number): Price {
  const step = stepOf(price);
  return { ...price, amount: Math.floor(price.amount / parts / step) * step };
}

/** Returns a percentage of a price, rounded so that it can be paid. */
export function percentageOf(price: { amount: number; currency: string }, percent: number): number {
  const step = stepOf(price);
  return Math.round((price.amount * percent) / 100 / step) * step;
}
