import { inter } from "#pages/fonts/inter.ts";
import { icon } from "#lib/look/site-icon.ts";
import { html, raw } from "hono/html";

import { textFor } from "../../text/catalogue.ts";
import { button, hidden } from "../parts/fields.ts";
import { fill, fillPlain, foreign, render, type Markup } from "../parts/markup.ts";
import { brand } from "../public/brand.ts";
import { publicLayout, schemes } from "../public/frame.ts";
import { siteStyleAddress, themeAt } from "../public/site-style.ts";
import { switches } from "./switches.ts";
import { viewBar } from "./view-bar.ts";
import { siteInitial } from "#pages/views/parts/site-initial.ts";
import { adminStylesheetIn, stylesheetIn } from "../styles/stylesheet.ts";
import type { Person, PageContext } from "../parts/page-context.ts";
import { withPageScript } from "../../responses/page-script.ts";

const nameOf = (person: Person): string => person.name ?? person.email;

interface Sheet {
  title: string;
  /** Prefixes the title with the problem, so that screen readers announce it first. */
  problem?: boolean;
  width?: "narrow" | "wide" | "admin" | "docs" | "lecture";
  /** `bare` for sign-in and consent: the header has no links that lead away from the task. */
  head?: "bare" | "full";
  /** The header, where it has more than the name of the site and the person. */
  header?: Markup;
  /** Additional classes of the body. */
  look?: string;
  /** True for a page that becomes a file: it does not name the address of a school, at which it is not served. */
  isFile?: boolean;
  /** Additional elements of the head. */
  links?: Markup;
  /** Content before the sheet. */
  beside?: Markup;
  content: Markup;
}

/** Document layout: header, content sheet and footer. In the look of the school if the page has it. */
export const layout = (page: PageContext, sheet: Sheet): string => {
  const { shell, path = "" } = page;
  return shell && sheet.head !== "bare" ? inSchool({ ...page, shell, path }, sheet) : plain(page, sheet);
};

const inSchool = (page: Parameters<typeof publicLayout>[0], { title, problem, width, beside, content }: Sheet) =>
  publicLayout(page, {
    title: problem ? fillPlain(textFor(page.locale).frame.problemTitle, { title }) : title,
    canonical: undefined,
    look: `member ${widths[width ?? "wide"]}`,
    beside,
    content,
  });

const plain = (page: PageContext, sheet: Sheet): string => {
  const { frame } = textFor(page.locale);
  const title = fillPlain(frame.title, { page: sheet.title, site: page.site.name });
  // The documentation has colors of its own.
  const chosenTheme = sheet.width === "docs" ? undefined : page.theme;
  const theme = page.shell ? themeAt(page.shell, chosenTheme) : chosenTheme;
  const main = html`<main id="content" class="sheet" tabindex="-1">${sheet.content}</main>`;
  const document = render(
    html`<!doctype html>
      <html lang="${page.locale}">
        <head>
          <meta charset="utf-8" />
          <title>${sheet.problem ? fillPlain(frame.problemTitle, { title }) : title}</title>
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <meta
            name="color-scheme"
            content="${theme ?? (page.shell ? schemes[page.shell.appearance.darkMode] : "light dark")}"
          />
          <meta name="referrer" content="no-referrer" />
          <link rel="icon" href="${page.shell?.appearance.faviconUrl ?? icon(page.site.name)}" />
          ${isDense(sheet.width) ? "" : fontLink}
          <link rel="stylesheet" href="${stylesheetIn(theme).path}" />
          ${isDense(sheet.width) ? html`<link rel="stylesheet" href="${adminStylesheetIn(theme).path}" />` : ""}
          ${page.shell ? html`<link rel="stylesheet" href="${siteStyleAddress(page.shell, theme)}" />` : ""}
          ${sheet.links ?? ""}
        </head>
        <body class="${[widths[sheet.width ?? "wide"], page.shell && "branded", sheet.look].filter(Boolean).join(" ")}">
          <a class="skip" href="#content">${frame.skip}</a> ${viewBar(page)}
          ${
            sheet.header ??
            html`<header class="head">
              ${siteName(page, sheet.head ?? "full")} ${sheet.head === "bare" ? "" : personOf(page)}
            </header>`
          }
          ${sheet.beside ? html`<div class="desk">${sheet.beside}${main}</div>` : main}
          <footer class="foot">
            ${!sheet.isFile && html`<p>${fill(frame.address, { host: html`<b class="foreign">${new URL(page.site.origin).host}</b>` })}</p>`}
            <p>${frame.product}</p>
            ${sheet.width !== "docs" && switches(page, { hasToken: true })}
          </footer>
        </body>
      </html> `,
  );
  return withPageScript(document, page.locale);
};

const isDense = (width: Sheet["width"]): boolean => width === "admin" || width === "docs";

/**
 * Dense pages have more styles and modules, which come before the font: until then, a system font in the same measures
 * shows their text.
 */
const fontLink = html`<link
  rel="preload"
  href="${inter.path}"
  as="font"
  type="font/woff2"
  fetchpriority="low"
  crossorigin
/>`;

const widths = {
  narrow: "narrow",
  wide: "wide",
  admin: "wide admin console",
  docs: "wide admin docs",
  lecture: "wide beside-outline",
};

export const siteName = (page: PageContext, head: "bare" | "full"): Markup => {
  const { shell } = page;
  const name = shell
    ? brand({ ...page, shell })
    : html`${siteInitial(page.site.name)}<span class="foreign">${page.site.name}</span>`;
  return head === "bare" ? html`<p class="site">${name}</p>` : html`<p class="site"><a href="/">${name}</a></p>`;
};

const personOf = (page: PageContext): Markup => {
  const { frame } = textFor(page.locale);
  if (!page.member) return raw("");
  return html`<div class="person">
    <a href="/account" class="quiet"><span class="hidden">${frame.account}: </span>${foreign(nameOf(page.member))}</a>
    ${page.csrf ? html`<form method="post" action="/sign-out">${hidden("csrf", page.csrf)}${button(frame.signOut, { look: "plain" })}</form>` : ""}
  </div>`;
};
