import { type Locale, locales } from "#domain/platform/site/locales.ts";
import { en } from "./en.ts";
import type { EmailText } from "./email-text.ts";
import { zhTW } from "./zh-tw.ts";

export type MailLocale = Locale;

/** All email types. A text missing in one language does not compile. */
export type EmailKind = keyof typeof en;

const catalogues: Record<MailLocale, Record<EmailKind, EmailText>> = { en, "zh-TW": zhTW };

export const emailTextsIn = (locale: MailLocale) => catalogues[locale];

/** Returns the reader's own locale if supported, otherwise the given one. */
export const mailLocale = (own: string | null | undefined, otherwise: MailLocale): MailLocale =>
  locales.find((locale) => locale === own) ?? otherwise;
