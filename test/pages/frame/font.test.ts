import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { Browser } from "playwright-core";
import { inter, interExtended } from "#pages/fonts/inter.ts";
import { subsets } from "../../../tools/build-font.ts";
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

  void test("is made of two subsets of the package, of which most pages need one of at most 25 kB", async () => {
    const files = await subsets();
    for (const [name, { body }] of Object.entries({ inter, "inter-extended": interExtended })) {
      const subset = files.get(`${name}.woff2`) ?? assert.fail(name);
      assert.ok(body.equals(subset), "Run npm run build:font.");
    }
    assert.ok(inter.body.length <= 25_000, `${inter.body.length} bytes`);
  });

  void test("is served by the site, for caches to keep", async () => {
    for (const { path, body } of [inter, interExtended]) {
      const response = await fetch(live.origin + path);
      assert.equal(response.headers.get("content-type"), "font/woff2");
      assert.equal(response.headers.get("cache-control"), "public, max-age=31536000, immutable");
      assert.ok(Buffer.from(await response.arrayBuffer()).equals(body));
    }
  });

  void test("brings its second file to pages with a letter of it, and to no others", async () => {
    const page = await browser.newPage();
    const requested: string[] = [];
    page.on("request", (request) => requested.push(new URL(request.url()).pathname));
    await page.goto(`${live.origin}/sign-in`, { waitUntil: "networkidle" });
    assert.ok(requested.includes(inter.path));
    assert.ok(!requested.includes(interExtended.path));
    const second = page.waitForRequest(`**${interExtended.path}`);
    await page.goto(`${live.origin}/courses?q=Žižkov`);
    await second;
    await page.close();
  });

  void test("shows the text of a page without moving it, however late it arrives", async () => {
    for (const address of ["/sign-in", "/"]) {
      const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
      const arrival = Promise.withResolvers<undefined>();
      await page.route(`**${inter.path}`, async (route) => {
        await arrival.promise;
        await route.continue();
      });
      await Promise.all([
        page.waitForRequest(`**${inter.path}`),
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
