import { formatNumber } from "#lib/text/formats.ts";
import type { Locale } from "#domain/platform/site/locales.ts";
import { textFor } from "../../../text/catalogue.ts";
import { fillPlain } from "../../parts/markup.ts";

/** Formats a count with an upper bound. */
export const countOf = (locale: Locale, count: number, furthest: number): string => {
  const text = formatNumber(locale, Math.min(count, furthest));
  return count > furthest ? fillPlain(textFor(locale).admin.moreThan, { count: text }) : text;
};
