import type { Money } from "#domain/platform/fields.ts";
import { digitsOf } from "#lib/text/format-money.ts";

const currency = "TWD";
const minorUnits = () => 10 ** digitsOf(currency);

/** ECPay counts in whole New Taiwan dollars. Undefined for other amounts. */
export function toEcpay({ amount, currency: code }: Money): number | undefined {
  const dollars = amount / minorUnits();
  return code === currency && Number.isSafeInteger(dollars) && dollars > 0 ? dollars : undefined;
}

/** Undefined if the text is no number. */
export function fromEcpay(dollars: string | undefined): Money | undefined {
  if (dollars === undefined || !/^\d{1,10}(\.\d{1,4})?$/.test(dollars)) return undefined;
  return { amount: Math.round(Number(dollars) * minorUnits()), currency };
}
