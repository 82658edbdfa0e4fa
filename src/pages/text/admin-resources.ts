import type { Localized } from "#domain/platform/resource.ts";
import { enAdminReviews } from "./en-admin-reviews.ts";
import { zhTWAdminReviews } from "./zh-tw-admin-reviews.ts";

type Locale = keyof Localized;

/** Texts of a resource in the admin area. */
interface ResourceText {
  /** The entry in the navigation. */
  section: { name: string; about: string };
}

/** Texts by section, which is also the last part of its path. */
const adminResources = {
  reviews: { en: enAdminReviews, "zh-TW": zhTWAdminReviews },
} as const satisfies Record<string, Record<Locale, ResourceText>>;

export type AdminResourceName = keyof typeof adminResources;

export const adminResourceNames = Object.keys(adminResources) as AdminResourceName[];

type Texts = typeof adminResources;

/** Texts of the pages, by section. */
export const resourceTextsIn = (locale: Locale): { [Name in keyof Texts]: Texts[Name][Locale] } =>
  Object.fromEntries(
    Object.entries<Record<Locale, ResourceText>>(adminResources).map(([name, text]) => [name, text[locale]]),
  ) as { [Name in keyof Texts]: Texts[Name][Locale] };

/** Texts of the navigation, by section. */
export const resourceSectionsIn = (locale: Locale): Record<AdminResourceName, ResourceText["section"]> =>
  Object.fromEntries(
    Object.entries<Record<Locale, ResourceText>>(adminResources).map(([name, text]) => [name, text[locale].section]),
  ) as Record<AdminResourceName, ResourceText["section"]>;
