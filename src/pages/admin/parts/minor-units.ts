import { digitsOf } from "#lib/text/format-money.ts";

/** Reads `19.99`. NaN for anything else. */
export function minorUnits(typed: string, currency: string): number {
  const digits = digitsOf(currency);
  const [, whole = "", part = ""] = /^\s*(\d{1,12})(?:[.,](\d{1,3}))?\s*$/.exec(typed) ?? [];
  return whole === "" || part.length > digits ? Number.NaN : Number(whole + part.padEnd(digits, "0"));
}
