import type { BrowserContext } from "playwright-core";

import { readIsland } from "#http/islands/bundled-islands.ts";
import { islandsPath } from "#pages/islands/islands.ts";
import { docsStyle } from "#pages/docs/docs-style.ts";
import { siteStyle, siteStylePath, siteThemePath } from "#pages/views/public/site-style.ts";
import { inter, interExtended } from "#pages/fonts/inter.ts";
import { stylesheets } from "#pages/views/styles/stylesheet.ts";
import { plainNames } from "../../pages/samples/sample-views.ts";
import { samplePageShell } from "../../pages/samples/sample-public.ts";
import { aPicture } from "../worlds/pictures.ts";

/** The policy of the served pages: only the style sheet and images. */
const contentSecurityPolicy =
  "default-src 'none'; style-src 'self'; font-src 'self'; img-src 'self' data: https:; manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

const islands = ["docs-copy.js", "offline.js", "page.js", "palette.js", "passkey.js"];

/** The documentation adds copy buttons, the admin area its palette, pages of events the visitor's time, learning pages what a device keeps, and ways to sign in the form of passkeys. */
const scriptsOf = (body: string) =>
  islands.some((name) => body.includes(`${islandsPath}/${name}`)) ? "; script-src 'self'; connect-src 'self'" : "";

/** The default appearance of a site. */
const shell = samplePageShell(plainNames.en);

/** Serves the views to a browser, each at a path that is its name; any other request fails. */
export const serveViews = (context: BrowserContext, views: ReadonlyMap<string, string>): Promise<unknown> =>
  context.route("**/*", async (route) => {
    const { pathname } = new URL(route.request().url());
    const island = islands.find((name) => pathname === `${islandsPath}/${name}`);
    if (island !== undefined)
      return route.fulfill({ contentType: "text/javascript", body: (await readIsland(island)) ?? "" });
    const font = [inter, interExtended].find(({ path }) => path === pathname);
    if (font) return route.fulfill({ contentType: "font/woff2", body: font.body });
    const themed = stylesheets.find(({ path }) => path === pathname);
    if (themed) return route.fulfill({ contentType: "text/css", body: themed.body });
    if (pathname === siteStylePath || pathname === siteThemePath)
      return route.fulfill({ contentType: "text/css", body: siteStyle(shell, shell.appearance.customCss) });
    if (/^\/clients\/[^/]+\/logo$|^\/files\/fil_\w+$/.test(pathname))
      return route.fulfill({ contentType: "image/png", body: aPicture() });
    if (pathname === docsStyle.path) return route.fulfill({ contentType: "text/css", body: docsStyle.body });
    const body = views.get(pathname.slice(1));
    if (body === undefined) return route.fulfill({ status: 404 });
    return route.fulfill({
      contentType: "text/html; charset=utf-8",
      headers: { "content-security-policy": `${contentSecurityPolicy}${scriptsOf(body)}` },
      body,
    });
  });
