import { html, raw } from "hono/html";

import { layout } from "../frame/layout.ts";
import type { AdminPage } from "./admin-page.ts";
import type { Markup } from "../parts/markup.ts";
import { barView } from "./frame/bar.ts";
import { crumbsView } from "./frame/crumbs.ts";
import { paletteLinks } from "./frame/palette-links.ts";
import { railView } from "./frame/rail.ts";

export type { AdminPage };

export interface AdminSheet {
  title: string;
  problem?: boolean;
  links?: Markup;
  /** The last part of the way to the page, if not its title. */
  crumb?: string | undefined;
  /** The page between the section and this page: the resource that it belongs to. */
  parent?: readonly [href: string, name: string] | undefined;
  content: Markup;
}

/** Layout of admin pages: a bar above, and the navigation beside the content, or above it on small screens. */
export const adminLayout = (page: AdminPage, { parent, crumb, content, links, ...sheet }: AdminSheet): string =>
  layout(page, {
    ...sheet,
    width: "admin",
    ...(page.isFolded && { look: "folded" }),
    header: barView(page),
    beside: railView(page),
    links: html`${paletteLinks(page)} ${links ?? raw("")}`,
    content: html`${crumbsView(page, crumb ?? sheet.title, parent)} ${content}`,
  });
