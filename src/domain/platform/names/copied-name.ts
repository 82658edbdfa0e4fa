import type { Locale } from "../site/locales.ts";

const suffixes: Record<Locale, string> = { en: " (copy)", "zh-TW": "（副本）" };

const isLocale = (text: string): text is Locale => Object.hasOwn(suffixes, text);

const maxNameLength = 200;

/** Returns the name of a copy, in the language of the school: `Knots (copy)`. */
export function copiedName({ defaultLocale }: { defaultLocale: string }, name: string): string {
  const suffix = suffixes[isLocale(defaultLocale) ? defaultLocale : "en"];
  return `${name.slice(0, maxNameLength - suffix.length)}${suffix}`;
}
