import * as homeSections from "#domain/site/appearance/home-sections.ts";
import * as appearance from "#domain/site/appearance/operations.ts";
import { change, read, replace, type Route } from "../route.ts";

/** Site appearance: theme, navigation and home page. */
export const appearanceRoutes: readonly Route[] = [
  read("/appearance", appearance.getAppearance),
  change("/appearance", appearance.updateAppearance),
  read("/appearance/navigation", appearance.getNavigation),
  replace("/appearance/navigation", appearance.replaceNavigation),
  read("/appearance/home_sections", homeSections.getHomeSections),
  replace("/appearance/home_sections", homeSections.replaceHomeSections),
];
