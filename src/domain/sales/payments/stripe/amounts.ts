import type { Money } from "#domain/platform/fields.ts";
import { digitsOf } from "#lib/text/format-money.ts";

/** Currencies that Stripe counts without decimals. ISK and UGX are not among them: their amounts have two zeros. */
const withoutDecimals = new Set("BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF".split(" "));

const withThreeDecimals = new Set("BHD JOD KWD OMR TND".split(" "));

/** The factor from our minor unit (ISO 4217) to Stripe's: 100 for ISK. */
function factorOf(currency: string): number {
  const digits = withoutDecimals.has(currency) ? 0 : withThreeDecimals.has(currency) ? 3 : 2;
  return 10 ** (digits - digitsOf(currency));
}

/**
 * Converts an amount to the unit of Stripe's API. Undefined if Stripe cannot charge it. See
 * https://docs.stripe.com/currencies (zero-decimal and three-decimal currencies, special cases).
 */
export function toStripe({ amount, currency }: Money): number | undefined {
  const converted = amount * factorOf(currency);
  // Amounts with three decimals must end in 0.
  const step = withThreeDecimals.has(currency) ? 10 : 1;
  return Number.isSafeInteger(converted) && converted % step === 0 ? converted : undefined;
}

/** Converts an amount of Stripe's API to the minor unit of its currency. */
export function fromStripe(amount: number, currency: string): Money {
  const code = currency.toUpperCase();
  return { amount: Math.round(amount / factorOf(code)), currency: code };
}
