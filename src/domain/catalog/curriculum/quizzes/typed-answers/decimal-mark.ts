import { numberFormat } from "#lib/text/formats.ts";

/** The character before the decimals of a number. */
export type DecimalMark = "." | ",";

/** Returns the decimal mark of a language, as Unicode lists it. */
export function decimalMarkOf(language: string): DecimalMark {
  // An unknown language would get the format of the machine.
  const [supported = "en"] = Intl.NumberFormat.supportedLocalesOf(language);
  const parts = numberFormat(supported, { numberingSystem: "latn" }).formatToParts(0.5);
  return parts.find(({ type }) => type === "decimal")?.value === "," ? "," : ".";
}
