/** Languages of pages and emails (BCP 47). */
export const locales = ["en", "zh-TW"] as const;

export type Locale = (typeof locales)[number];
