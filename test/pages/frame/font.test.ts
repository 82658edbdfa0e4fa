import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { Browser } from "playwright-core";
import { interFont, interPath } from "#pages/fonts/inter.ts";
import { subset } from "../../../tools/build-font.ts";
import { launchBrowser } from "../../support/browser.ts";
import { aLiveSite } from "../../support/worlds/live-site.ts";

void describe("The font of all pages", () => {
  let browser: Browser;
  let live: Awaited<ReturnType<typeof aLiveSite>>;

  before(async () => {
    [browser, live] = await Promise.all([launchBrowser(), aLiveSite()]);
  });
  after(async () => {
    await browser.close();
    await live.close();
  });

  void test("is the subset of the package, and at most 60 kB", async () => {
    assert.ok(Buffer.from(await subset()).equals(interFont), "Run node tools/build-font.ts.");
    assert.ok(interFont.length <= 60_000, `${interFont.length} bytes`);
  });

  void test("is served by the site, for caches to keep", async () => {
    const response = await fetch(live.origin + interPath);
    assert.equal(response.headers.get("content-type"), "font/woff2");
    assert.equal(response.headers.get("cache-control"), "public, max-age=31536000, immutable");
    assert.ok(Buffer.from(await response.arrayBuffer()).equals(interFont));
  });

  void test("shows the text of a page without moving it, however late it arrives", async () => {
    for (const address of ["/sign-in", "/"]) {
      const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
      const arrival = Promise.withResolvers<undefined>();
      await page.route(`**${interPath}`, async (route) => {
        await arrival.promise;
        await route.continue();
      });
      await Promise.all([
        page.waitForRequest(`**${interPath}`),
        page.goto(live.origin + address, { waitUntil: "commit" }),
      ]);
      // Parts of the page that arrive later than others move them, too.
      await page.waitForLoadState("domcontentloaded");
      await page.evaluate(`
        globalThis.shift = 0;
        new PerformanceObserver((list) => {
          for (const { value } of list.getEntries()) globalThis.shift += value;
        }).observe({ type: "layout-shift" });`);
      arrival.resolve(undefined);
      await page.evaluate("document.fonts.load('16px Inter')");
      // Entries come with the frame that paints the font.
      await page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done())))");
      const shift = Number(await page.evaluate("globalThis.shift"));
      assert.ok(shift < 0.01, `${address}: ${shift}`);
      await page.close();
    }
  });
});
