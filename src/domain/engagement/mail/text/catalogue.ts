import { locales } from "#domain/site/sites/site.ts";
import { en } from "./en.ts";
import type { LetterText } from "./letter-text.ts";
import { zhTW } from "./zh-tw.ts";

export type MailLocale = (typeof locales)[number];

/** Every letter that is written. What is missing in one language does not compile. */
export type LetterKind = keyof typeof en;

const catalogues: Record<MailLocale, Record<LetterKind, LetterText>> = { en, "zh-TW": zhTW };

export const lettersIn = (locale: MailLocale) => catalogues[locale];

/** The reader's own language where it is here, else the one given. */
export const mailLocale = (own: string | null | undefined, otherwise: MailLocale): MailLocale =>
  locales.find((locale) => locale === own) ?? otherwise;
