import { html, raw } from "hono/html";
import { icon } from "#lib/look/site-icon.ts";
import { inter } from "#pages/fonts/inter.ts";
import { textFor } from "../../../text/catalogue.ts";
import { timestamp } from "../../parts/dates.ts";
import { fill, fillPlain, type Markup, render } from "../../parts/markup.ts";
import { brand } from "../../public/brand.ts";
import { schemes } from "../../public/frame.ts";
import type { PublicContext } from "../../public/public-context.ts";
import { siteStyleAddress, themeAt } from "../../public/site-style.ts";
import { stylesheetIn } from "../../styles/stylesheet.ts";
import { offlineModule } from "./island.ts";

export type KeptPage = PublicContext & { copiedAt: Date };

interface Sheet {
  title: string;
  /** The page that this is a copy of. */
  current: string;
  content: Markup;
}

/** Document of a copy: the look of the school, and nothing that needs a connection. */
export const keptFrame = (page: KeptPage, { title, current, content }: Sheet): string => {
  const { frame, offline: text } = textFor(page.locale);
  const { appearance } = page.shell;
  const theme = themeAt(page.shell, page.theme);
  return render(
    html`<!doctype html>
      <html lang="${page.locale}">
        <head>
          <meta charset="utf-8" />
          <title>${fillPlain(frame.title, { page: title, site: page.site.name })}</title>
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <meta name="color-scheme" content="${theme ?? schemes[appearance.darkMode]}" />
          <meta name="referrer" content="no-referrer" />
          <meta name="robots" content="noindex" />
          <link rel="icon" href="${icon(page.site.name)}" />
          <link rel="preload" href="${inter.path}" as="font" type="font/woff2" fetchpriority="low" crossorigin />
          <link rel="stylesheet" href="${stylesheetIn(theme).path}" />
          <link rel="stylesheet" href="${siteStyleAddress(page.shell, page.theme)}" />
          ${offlineModule()}
        </head>
        <body class="public member wide">
          <a class="skip" href="#content">${frame.skip}</a>
          <header class="top">
            <div class="wrap">
              <p class="site"><a href="/learn">${brand(page)}</a></p>
            </div>
          </header>
          <main id="content" tabindex="-1">
            <div class="notice copy">
              <p>
                ${fill(text.copyOf, { time: timestamp(page, page.copiedAt) })}
                <strong data-connected role="status"></strong> <a href="${current}">${text.current}</a>
              </p>
            </div>
            ${content}
          </main>
        </body>
      </html> `,
  );
};

/** A link within the copies. */
export const back = (href: string, label: string | Markup): Markup =>
  html`<p class="back"><a href="${href}">${label}</a></p>`;

export const nothing = raw("");
