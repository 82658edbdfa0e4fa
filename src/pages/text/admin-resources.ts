import type { Localized } from "#domain/platform/resource.ts";

type Locale = keyof Localized;

/** Texts of a resource that the admin area shows as a list and a form. */
interface ResourceText {
  /** The entry in the navigation. */
  section: { name: string; about: string };
}

/** Texts by section, which is also the last part of its path. */
const adminResources = {} as const satisfies Record<string, Record<Locale, ResourceText>>;

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
