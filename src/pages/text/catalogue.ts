import { scopeNames, scopes } from "#access/scopes.ts";
import zhTWScopes from "#access/text/zh-tw-scopes.json" with { type: "json" };
import type { Locale } from "#domain/platform/site/locales.ts";
import { recordOf } from "#lib/json/typed-object.ts";
import type { Catalogue } from "./catalogue-type.ts";
import { composeCatalogue } from "./compose.ts";
import * as en from "./en/files.ts";
import * as zhTW from "./zh-tw/files.ts";

const catalogues: Record<Locale, Catalogue> = {
  en: composeCatalogue(
    "en",
    en,
    recordOf(scopeNames, (name) => scopes[name].means),
  ),
  "zh-TW": composeCatalogue("zh-TW", zhTW, zhTWScopes),
};

export const textFor = (locale: Locale): Catalogue => catalogues[locale];

/**
 * Language tags of the lookup. Chinese exists in one script only, which readers of any Chinese prefer to English.
 * Therefore `zh`, the last step of `zh-HK` and `zh-Hans-CN`, matches as well.
 */
const tags: ReadonlyMap<string, Locale> = new Map([
  ["en", "en"],
  ["zh-tw", "zh-TW"],
  ["zh-hant", "zh-TW"],
  ["zh", "zh-TW"],
]);

/**
 * Chooses the language of a page: `ui_locales` of the client (OpenID Connect Core §3.1.2.1), the member's setting,
 * the choice in the browser, the browser's languages, the site's default, then English.
 */
export const chooseLocale = (preferences: {
  uiLocales?: string | undefined;
  memberLocale?: string | null | undefined;
  /** The choice in this browser. */
  chosen?: string | undefined;
  acceptLanguage?: string | undefined;
  siteDefault: string;
}): Locale =>
  lookup((preferences.uiLocales ?? "").split(" ")) ??
  lookup([preferences.memberLocale ?? ""]) ??
  lookup([preferences.chosen ?? ""]) ??
  lookup(acceptedRanges(preferences.acceptLanguage ?? "")) ??
  lookup([preferences.siteDefault]) ??
  "en";

/**
 * Basic lookup (RFC 4647 §3.4): the first range that matches after removing subtags from its end. `*` matches
 * nothing.
 */
const lookup = (ranges: readonly string[]): Locale | undefined => {
  for (const range of ranges.slice(0, maxRanges)) {
    if (range.length > maxTagLength) continue;
    let subtags = range.trim().toLowerCase().split("-");
    while (subtags.length > 0) {
      const found = tags.get(subtags.join("-"));
      if (found !== undefined) return found;
      subtags = subtags.slice(0, subtags.at(-2)?.length === 1 ? -2 : -1);
    }
  }
  return undefined;
};

/** Maximum length of a language tag (RFC 5646 §4.4.1). */
const maxTagLength = 35;

/** Maximum number of ranges: longer lists only cost time. */
const maxRanges = 20;

/** RFC 9110 §12.5.4: sorted by weight, stable for equal weights, without `q=0`. */
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
