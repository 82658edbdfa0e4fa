import type { Locale } from "#domain/platform/site/locales.ts";
import en from "./text/en.json" with { type: "json" };
import zhTW from "./text/zh-tw.json" with { type: "json" };

/** Texts of the views. `{…}` is replaced in the view. */
export type AppText = typeof en;

export const appText: Readonly<Record<Locale, AppText>> = { en, "zh-TW": zhTW };
