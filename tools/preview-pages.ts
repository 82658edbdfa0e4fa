import fs from "node:fs";
import path from "node:path";

import { locales } from "#domain/platform/site/locales.ts";

import { longNames, plainNames, sampleViews } from "../test/pages/samples/sample-views.ts";
import { launchBrowser } from "../test/support/browser.ts";
import { serveViews } from "../test/support/browsers/page-views.ts";

/**
 * `npm run preview -- <folder> [name …]`: takes screenshots of every page (or of the named ones) in both
 * languages, light and dark, for phones and desktops, and with very long names.
 */
const [folder, ...wanted] = process.argv.slice(2);
if (folder === undefined || folder.startsWith("-")) {
  const isHelp = folder === "--help";
  (isHelp ? process.stdout : process.stderr).write("Usage: npm run preview -- <folder> [page name …]\n");
  process.exit(isHelp ? 0 : 2);
}
fs.mkdirSync(folder, { recursive: true });

const browser = await launchBrowser();
try {
  for (const locale of locales) {
    for (const [kind, names] of Object.entries({ plain: plainNames[locale], long: longNames })) {
      const views = sampleViews(locale, names);
      for (const colorScheme of ["light", "dark"] as const) {
        if (kind === "long" && colorScheme === "dark") continue;
        for (const width of kind === "long" ? [320] : [390, 1280]) {
          const context = await browser.newContext({
            colorScheme,
            viewport: { width, height: width < 500 ? 844 : 800 },
          });
          await serveViews(context, views);
          const page = await context.newPage();
          for (const name of views.keys()) {
            if (wanted.length > 0 && !wanted.includes(name)) continue;
            await page.goto(`https://learn.harbour.example/${name}`);
            const file = [name, locale, kind === "long" ? "long" : colorScheme, width].join(".");
            await page.screenshot({ path: path.join(folder, `${file}.png`), fullPage: !name.endsWith("-200") });
          }
          await context.close();
        }
      }
    }
  }
} finally {
  await browser.close();
}
