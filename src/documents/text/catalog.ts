import type { Locale } from "#domain/platform/site/locales.ts";
import { locales } from "#domain/platform/site/locales.ts";
import type { Site } from "#domain/platform/site/site.ts";
import { en } from "./en.ts";
import { type DocumentText } from "#documents/text/document-text.ts";
import { zhTW } from "./zh-tw.ts";

/** Texts per language. A text that is missing in one language does not compile. */
const catalogs: Record<Locale, DocumentText> = { en, "zh-TW": zhTW };

/** Returns the text in the default language of the site, because documents are the same for every client. */
export const textOf = ({ defaultLocale }: Pick<Site, "defaultLocale">): DocumentText =>
  catalogs[locales.find((locale) => locale === defaultLocale) ?? "en"];
