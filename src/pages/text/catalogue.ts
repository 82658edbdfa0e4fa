import { en } from "./en.ts";
import { zhTW } from "./zh-tw.ts";

export const locales = ["en", "zh-TW"] as const;

export type Locale = (typeof locales)[number];

/** Every text of the pages. What is missing in one locale does not compile. */
export type Catalogue = typeof en;

const catalogues: Record<Locale, Catalogue> = { en, "zh-TW": zhTW };

export const textFor = (locale: Locale): Catalogue => catalogues[locale];

/**
 * The tags that lookup ends at. Chinese is here in one script only: whoever asks for any Chinese reads it
 * more easily than English, so `zh`, at which `zh-HK` and `zh-Hans-CN` end, is answered as well.
 */
const tags: ReadonlyMap<string, Locale> = new Map([
  ["en", "en"],
  ["zh-tw", "zh-TW"],
  ["zh-hant", "zh-TW"],
  ["zh", "zh-TW"],
]);

/**
 * The language of a page: what the application asks for (`ui_locales`, OpenID Connect Core §3.1.2.1), what the
 * member chose, what the browser accepts, what the site speaks; English when none of them is here.
 */
export const chooseLocale = (wishes: {
  uiLocales?: string | undefined;
  memberLocale?: string | null | undefined;
  acceptLanguage?: string | undefined;
  siteDefault: string;
}): Locale =>
  lookup((wishes.uiLocales ?? "").split(" ")) ??
  lookup([wishes.memberLocale ?? ""]) ??
  lookup(acceptedRanges(wishes.acceptLanguage ?? "")) ??
  lookup([wishes.siteDefault]) ??
  "en";

/** RFC 4647 §3.4: the first range that is here after cutting subtags off its end; `*` alone names nothing. */
const lookup = (ranges: readonly string[]): Locale | undefined => {
  for (const range of ranges.slice(0, maxRanges)) {
    if (range.length > longestTag) continue;
    let subtags = range.trim().toLowerCase().split("-");
    while (subtags.length > 0) {
      const found = tags.get(subtags.join("-"));
      if (found !== undefined) return found;
      subtags = subtags.slice(0, subtags.at(-2)?.length === 1 ? -2 : -1);
    }
  }
  return undefined;
};

/** RFC 5646 §4.4.1: no tag in use is longer. */
const longestTag = 35;

/** Nobody reads more languages than this; a longer list only costs time. */
const maxRanges = 20;

/** RFC 9110 §12.5.4: by weight, equal weights in the order written, `q=0` not at all. */
const acceptedRanges = (header: string): string[] =>
  header
    .split(",", maxRanges)
    .map((item) => {
      const [range = "", ...parameters] = item.split(";").map((part) => part.trim());
      const weight = parameters.find((parameter) => /^q=/i.test(parameter))?.slice(2) ?? "1";
      return { range, weight: Number(weight) };
    })
    .filter(({ weight }) => weight > 0)
    .sort((one, other) => other.weight - one.weight)
    .map(({ range }) => range);
