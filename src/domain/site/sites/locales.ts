/** Languages of pages and e-mails (BCP 47). */
export const locales = ["en", "zh-TW"] as const;

export type Locale = (typeof locales)[number];
