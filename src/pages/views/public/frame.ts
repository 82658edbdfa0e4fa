import { icon } from "#lib/look/site-icon.ts";
import { html, raw } from "hono/html";
import type { Offered } from "#domain/public-catalog/pages/page-shell.ts";
import type { MenuEntry } from "#domain/public-catalog/pages/menu.ts";
import { inter } from "#pages/fonts/inter.ts";
import { withPageScript } from "#pages/responses/page-script.ts";
import { typedKeys } from "#lib/json/typed-object.ts";
import { textFor } from "../../text/catalogue.ts";
import { fillPlain, type Markup, render } from "../parts/markup.ts";
import { sanitizedHtml } from "../parts/sanitized-html.ts";
import { viewBar } from "../frame/view-bar.ts";
import { stylesheetIn } from "../styles/stylesheet.ts";
import { brand } from "./brand.ts";
import { installable } from "./installable.ts";
import { foot } from "./footer.ts";
import { siteStyleAddress, themeAt } from "./site-style.ts";
import { type Thing, thing } from "./structured-data.ts";
import type { PublicContext } from "./public-context.ts";
import { wayIn } from "./account-menu.ts";

export interface PublicPage {
  title: string;
  description?: string | null | undefined;
  /** Canonical path for search engines. Undefined if the page is not indexed. */
  canonical: string | undefined;
  /** URL of the Markdown version. */
  markdown?: string | undefined;
  image?: string | null | undefined;
  kind?: "website" | "article";
  /** Structured data for search engines. Rendered for anonymous visitors only. */
  data?: readonly Thing[];
  /** Classes of the body, on pages of members. */
  look?: string;
  /** Content beside the main content. */
  beside?: Markup | undefined;
  content: Markup;
}

/** Document layout in the site's appearance. */
export const publicLayout = (page: PublicContext, sheet: PublicPage): string => {
  const { frame } = textFor(page.locale);
  const { appearance, settings } = page.shell;
  const main = html`<main id="content" tabindex="-1">${sheet.content}</main>`;
  const document = render(
    html`<!doctype html>
      <html lang="${page.locale}">
        <head>
          <meta charset="utf-8" />
          <title>${titleOf(page, sheet)}</title>
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <meta name="color-scheme" content="${themeAt(page.shell, page.theme) ?? schemes[appearance.darkMode]}" />
          <meta name="referrer" content="no-referrer" />
          ${describing(page, sheet)}
          <link rel="icon" href="${appearance.faviconUrl ?? icon(page.site.name)}" />
          ${installable(page.shell)}
          <link rel="preload" href="${inter.path}" as="font" type="font/woff2" fetchpriority="low" crossorigin />
          <link rel="stylesheet" href="${stylesheetIn(themeAt(page.shell, page.theme)).path}" />
          <link rel="stylesheet" href="${siteStyleAddress(page.shell, page.theme)}" />
          ${!page.member && (sheet.data ?? []).map(thing)}
        </head>
        <body class="${sheet.look === undefined ? "public" : `public ${sheet.look}`}">
          <a class="skip" href="#content">${frame.skip}</a> ${viewBar(page)}
          ${appearance.headerHtml !== "" && html`<div class="own-head"><div class="wrap">${sanitizedHtml(appearance.headerHtml)}</div></div>`}
          ${top(page)} ${sheet.beside ? html`<div class="desk">${sheet.beside}${main}</div>` : main}
          ${foot(page, { hasToken: sheet.look !== undefined })}
        </body>
      </html> `,
  );
  return withPageScript(document, page.locale);

  function titleOf({ site }: PublicContext, { title }: PublicPage): string {
    const suffix = settings.seo.titleSuffix ?? site.name;
    return title === site.name ? title : fillPlain(frame.title, { page: title, site: suffix });
  }
};

export const schemes = { off: "light", on: "dark", auto: "light dark" };

/** Metadata for search engines and link previews. */
const describing = ({ site }: PublicContext, sheet: PublicPage): Markup => {
  const { title, description, canonical, markdown, image, kind = "website" } = sheet;
  const address = canonical === undefined ? undefined : `${site.origin}${canonical}`;
  return html`${description && html`<meta name="description" content="${shortened(description)}" />`}
    ${address === undefined ? html`<meta name="robots" content="noindex" />` : html`<link rel="canonical" href="${address}" />`}
    ${markdown !== undefined && html`<link rel="alternate" type="text/markdown" href="${markdown}" />`}
    <meta property="og:type" content="${kind}" />
    <meta property="og:site_name" content="${site.name}" />
    <meta property="og:title" content="${title}" />
    ${description && html`<meta property="og:description" content="${shortened(description)}" />`}
    ${address !== undefined && html`<meta property="og:url" content="${address}" />`}
    ${image && html`<meta property="og:image" content="${new URL(image, site.origin).href}" />`}
    <meta name="twitter:card" content="${image ? "summary_large_image" : "summary"}" />`;
};

const shortened = (text: string): string => {
  const line = text.replaceAll(/\s+/g, " ").trim();
  return line.length <= 200 ? line : `${line.slice(0, 199).trimEnd()}…`;
};

const top = (page: PublicContext): Markup => {
  const { public: text } = textFor(page.locale);
  const entries = page.shell.menu.length > 0 ? page.shell.menu : menuOf(page);
  const list = (level: readonly MenuEntry[]) => menuList(page, level);
  return html`<header class="top">
    <div class="wrap">
      <p class="site"><a href="/">${brand(page)}</a></p>
      ${
        entries.length !== 0 &&
        html`<nav class="menu open" aria-label="${text.mainMenu}">${list(entries)}</nav>
          <nav class="menu folded" aria-label="${text.menu}">
            <details>
              <summary>${text.menu}</summary>
              ${list(entries)}
            </details>
          </nav>`
      }
      ${wayIn(page)}
    </div>
  </header>`;
};

const menuList = (page: PublicContext, entries: readonly MenuEntry[]): Markup =>
  html`<ul>
    ${entries.map(({ label, href, children }) => html`<li>${children.length === 0 ? link(page, label, href ?? "") : branch(page, { label, href, children })}</li>`)}
  </ul>`;

const link = ({ path }: PublicContext, label: string, href: string): Markup =>
  html`<a href="${href}" ${href === path ? raw(' aria-current="page"') : ""}>${label}</a>`;

const branch = (page: PublicContext, { label, href, children }: MenuEntry): Markup =>
  html`<details class="branch">
    <summary>${label}</summary>
    ${menuList(page, [...(href === undefined ? [] : [{ label, href, children: [] }]), ...children])}
  </details>`;

/** Paths of the lists. */
export const lists: Record<keyof Offered, string> = {
  courses: "/courses",
  events: "/events",
  plans: "/membership-plans",
  posts: "/posts",
  lecturers: "/lecturers",
  products: "/digital-products",
  consulting: "/consulting",
};

/** Default menu: the kinds of items that the school has. */
const menuOf = ({ locale, shell: { offered } }: PublicContext): MenuEntry[] => {
  const { kinds } = textFor(locale).public;
  return typedKeys(lists)
    .filter((kind) => offered[kind])
    .map((kind) => ({ label: kinds[kind], href: lists[kind], children: [] }));
};
