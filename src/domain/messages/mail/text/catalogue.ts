import { type Locale, locales } from "#domain/platform/site/locales.ts";
import type { EmailText } from "./email-text.ts";
import en from "./en.json" with { type: "json" };
import zhTW from "./zh-tw.json" with { type: "json" };

export type MailLocale = Locale;

/**
 * All email types. A text missing in one language does not compile. Mail to unconfirmed addresses must not contain user
 * input, which would let strangers send messages in the site's name.
 */
export type EmailKind = keyof typeof en;

const catalogues: Record<MailLocale, Record<EmailKind, EmailText>> = { en, "zh-TW": zhTW };

export const emailTextsIn = (locale: MailLocale) => catalogues[locale];

/** Returns the reader's own locale if supported, otherwise the given one. */
export const mailLocale = (own: string | null | undefined, otherwise: MailLocale): MailLocale =>
  locales.find((locale) => locale === own) ?? otherwise;
