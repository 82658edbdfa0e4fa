import { html, raw } from "hono/html";

import type { NavigationGroup } from "../../admin/navigation.ts";
import { layout } from "../frame/layout.ts";
import type { PageContext, Person } from "#pages/views/parts/page-context.ts";
import { paletteLinks } from "../../admin/palette/palette-script.ts";
import type { Markup } from "../parts/markup.ts";
import { barView } from "./frame/bar.ts";
import { crumbsView } from "./frame/crumbs.ts";
import { railView } from "./frame/rail.ts";

/** Context of admin pages, with the navigation and the section that the page belongs to. */
export type AdminPage = PageContext & {
  member: Person;
  csrf: string;
  /** The address of the section. */
  section: string;
  navigation: readonly NavigationGroup[];
  /** Forms for new resources that the person may open. */
  creates: readonly { href: string; label: string }[];
  /** Identifies person and site, for what their browser keeps. */
  keeper: string;
  /** True if the person has hidden the navigation. */
  isFolded: boolean;
  /** The text of the search field. */
  searched?: string;
};

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
