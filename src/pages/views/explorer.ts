import { html } from "hono/html";

import { explorerScript } from "../explorer/explorer-script.ts";
import { explorerStyle } from "../explorer/explorer-style.ts";
import { textFor } from "../text/catalogue.ts";
import { fillPlain, fill, foreign, render } from "./markup.ts";
import type { PageContext } from "#pages/views/page-context.ts";
import { icon } from "#lib/site-icon.ts";
import { seal } from "./seal.ts";

/** Member API explorer: a status bar, and the editor that a script renders below it. */
export const explorer = (page: PageContext, { clientId }: { clientId: string }): string => {
  const { explorer: text, frame } = textFor(page.locale);
  const { name } = page.site;
  return render(
    html`<!doctype html>
      <html lang="${page.locale}">
        <head>
          <meta charset="utf-8" />
          <title>${fillPlain(frame.title, { page: text.title, site: name })}</title>
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <meta name="color-scheme" content="light dark" />
          <link rel="icon" href="${icon(name)}" />
          <link rel="stylesheet" href="/member/explorer/assets/ruru.css" />
          <link rel="stylesheet" href="${explorerStyle.path}" />
        </head>
        <body class="explorer" data-client-id="${clientId}">
          <header class="bar">
            <p class="site">
              <a href="/">${seal(name)}<span class="foreign">${name}</span></a>
            </p>
            <h1>${text.title}</h1>
            <button type="button" id="sign-out" hidden>${text.signOut}</button>
          </header>
          <main id="before" class="before">
            <p id="problem" class="notice" role="alert" hidden>${text.failed}</p>
            <p class="prose">${fill(text.intro, { site: foreign(name) })}</p>
            <p class="prose soft">${text.kept}</p>
            <noscript><p class="notice">${text.needsScript}</p></noscript>
            <button type="button" id="sign-in" disabled>${text.signIn}</button>
          </main>
          <div id="ruru-root" hidden></div>
          <script type="module" src="${explorerScript.path}"></script>
        </body>
      </html> `,
  );
};
