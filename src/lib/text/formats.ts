import { LRUCache } from "lru-cache";

/**
 * Maximum number of formatters. Locales, time zones and currencies come from data, and a formatter takes tens of
 * kilobytes.
 */
const maxFormats = 500;

type Format =
  | Intl.RelativeTimeFormat
  | Intl.NumberFormat
  | Intl.DateTimeFormat
  | Intl.ListFormat
  | Intl.DisplayNames
  | Intl.Segmenter;

/** Returns a function that creates each formatter once: creating one costs a hundred times as much as using it. */
function cached<Options, Made extends Format>(create: (locale: string | undefined, options?: Options) => Made) {
  const formats = new LRUCache<string, Made>({ max: maxFormats });
  return (locale?: string, options?: Options): Made => {
    const key = `${locale} ${options === undefined ? "" : JSON.stringify(options)}`;
    let format = formats.get(key);
    if (!format) formats.set(key, (format = create(locale, options)));
    return format;
  };
}

/** Each throws a RangeError for an invalid locale, time zone, currency or unit, as the constructors of `Intl` do. */
export const numberFormat = cached(
  (locale, options?: Intl.NumberFormatOptions) => new Intl.NumberFormat(locale, options),
);
export const dateFormat = cached(
  (locale, options?: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(locale, options),
);
export const listFormat = cached((locale, options?: Intl.ListFormatOptions) => new Intl.ListFormat(locale, options));
export const segmenter = cached((locale, options?: Intl.SegmenterOptions) => new Intl.Segmenter(locale, options));
export const relativeFormat = cached(
  (locale, options?: Intl.RelativeTimeFormatOptions) => new Intl.RelativeTimeFormat(locale, options),
);
const displayNames = cached(
  (locale, options: Intl.DisplayNamesOptions = { type: "language" }) => new Intl.DisplayNames(locale, options),
);

/** Formats a number with the separators of a language: `1,234`. */
export const formatNumber = (locale: string, value: number): string => numberFormat(locale).format(value);

/** Returns the name of a language in another one: `Portuguese`. Returns the tag if it has no name or is invalid. */
export function languageName(locale: string, tag: string): string {
  try {
    return displayNames(locale, { type: "language" }).of(tag) ?? tag;
  } catch {
    return tag;
  }
}

/** Returns the name of a currency: `US Dollar`. */
export const currencyName = (locale: string, currency: string): string =>
  displayNames(locale, { type: "currency" }).of(currency) ?? currency;

/** Joins alternatives in English: `a, b or c`. */
export const joinAlternatives = (alternatives: readonly string[]): string =>
  listFormat("en-GB", { type: "disjunction" }).format(alternatives);

/** Returns true for a name in the IANA time zone database. Offsets such as `+08:00` have no daylight saving time. */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    return dateFormat("en", { timeZone: name }).resolvedOptions().timeZone !== "";
  } catch {
    return false;
  }
}
