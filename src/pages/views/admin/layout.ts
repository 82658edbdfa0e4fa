import { html } from "hono/html";

import { layout } from "../frame/layout.ts";
import type { AdminPage } from "./admin-page.ts";
import type { Markup } from "../parts/markup.ts";
import { barView } from "./frame/bar.ts";
import { crumbsView } from "./frame/crumbs.ts";
import { paletteLinks } from "./frame/palette-links.ts";
import { railView } from "./frame/navigation-rail.ts";

export type { AdminPage };

export interface AdminSheet {
  title: string;
  problem?: boolean;
  links?: Markup;
  /** The last part of the way to the page, if not its title. */
  crumb?: string | undefined;
  /** The page between the section and this page: the resource that it belongs to. */
  parent?: readonly [href: string, name: string] | undefined;
  /** The page above the parent, if the parent has no section of its own. */
  above?: readonly [href: string, name: string] | undefined;
  content: Markup;
}

/** Layout of admin pages: a bar above, and the navigation beside the content, or above it on small screens. */
export const adminLayout = (
  given: AdminPage,
  { parent, above, crumb, content, links, ...sheet }: AdminSheet,
): string => {
  const parents = [above, parent].filter((one) => one !== undefined);
  const page = { ...given, section: sectionOf(given, parents) };
  return layout(page, {
    ...sheet,
    width: "admin",
    ...(page.isFolded && { look: "folded" }),
    header: barView(page),
    beside: railView(page),
    links: html`${paletteLinks(page)} ${links}`,
    content: html`${crumbsView(page, crumb ?? sheet.title, parents)} ${content}`,
  });
};

/** The section of pages without an entry in the navigation. */
const overview = "/admin";

/** A page without an entry in the navigation belongs to the section of the page above it. */
function sectionOf({ navigation, section }: AdminPage, parents: readonly (readonly [href: string, name: string])[]) {
  if (section !== overview) return section;
  return (
    navigation
      .flatMap(({ entries }) => entries.map(({ href }) => href))
      .find((href) => href !== overview && parents.some(([parent]) => parent.startsWith(`${href}/`))) ?? section
  );
}
