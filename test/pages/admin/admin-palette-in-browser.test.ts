import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { operatorOf } from "../../rest/support/operator.ts";
import { violationsOf } from "../../support/browsers/accessibility.ts";
import { launchBrowser } from "../../support/browser.ts";
import { aLiveSite } from "../../support/worlds/live-site.ts";
import { password } from "../../support/world.ts";

/** Names of the resources that the palette lists. */
const recent = (page: Page) => page.locator(".palette [role=option] bdi").allTextContents();

void describe("The frame of the admin area in a browser", () => {
  let browser: Browser;
  let live: Awaited<ReturnType<typeof aLiveSite>>;
  let owner: { email: string };
  let course: string;

  before(async () => {
    [browser, live] = await Promise.all([launchBrowser(), aLiveSite()]);
    owner = await live.site.member({ roles: ["owner"] });
    const operator = await operatorOf(live.site, "courses:write");
    const created = await operator.post("/courses", { name: "Quernstone basics" });
    assert.equal(created.statusCode, 201, created.body);
    course = `/admin/courses/${created.json<{ id: string }>().id}`;
  });
  after(async () => {
    await browser.close();
    await live.close();
  });

  const signIn = async (page: Page, email: string) => {
    await page.goto(`${live.origin}/sign-in?return_to=/admin/courses`);
    await page.fill("#email", email);
    await page.fill("#password", password);
    await page.click("main form button.primary");
    await page.waitForURL(`${live.origin}/admin/courses`);
  };
  const aPage = async (options: BrowserContextOptions = {}) => {
    const page = await (await browser.newContext({ reducedMotion: "reduce", ...options })).newPage();
    await signIn(page, owner.email);
    return page;
  };
  void test("opens the palette with the keyboard, finds a course, and leads to it", async () => {
    const page = await aPage();
    await page.keyboard.press("/");
    const field = page.locator(".palette input");
    await field.fill("quern");
    await page.locator(".palette [role=option]", { hasText: "Quernstone" }).waitFor();
    assert.match((await field.getAttribute("aria-activedescendant")) ?? "", /palette-hit-0/);
    assert.deepEqual(await violationsOf(page), []);
    await page.keyboard.press("Escape");
    assert.equal(await field.isVisible(), false);
    await page.keyboard.press("Control+k");
    await field.fill("quern");
    await page.locator(".palette [role=option]", { hasText: "Quernstone" }).waitFor();
    await page.keyboard.press("Enter");
    await page.waitForURL(live.origin + course);
    await page.context().close();
  });

  void test("leaves a slash that is typed into a field", async () => {
    const page = await aPage();
    await page.locator("main input[type=search]").focus();
    await page.keyboard.press("/");
    assert.equal(await page.inputValue("main input[type=search]"), "/");
    await page.context().close();
  });

  void test("keeps what was opened lately for one person, until they sign out", async () => {
    const page = await aPage();
    await page.goto(live.origin + course);
    await page.keyboard.press("/");
    await page.locator(".palette[open]").waitFor();
    assert.deepEqual(await recent(page), ["Quernstone basics"]);
    await page.keyboard.press("Escape");
    // Another person at the same browser, whose colleague did not sign out.
    await page.context().clearCookies();
    await signIn(page, (await live.site.member({ roles: ["manager"] })).email);
    await page.keyboard.press("/");
    await page.locator(".palette[open]").waitFor();
    assert.deepEqual(await recent(page), []);
    await page.goto(live.origin + course);
    await page.click(".person summary");
    await page.click(".person button");
    await page.waitForURL((url) => !url.pathname.startsWith("/admin"));
    assert.equal(
      await page.evaluate("Object.keys(localStorage).filter((key) => key.startsWith('lectern-recent')).length"),
      0,
    );
    await page.context().close();
  });

  void test("folds the navigation, also on the next page", async () => {
    const page = await aPage({ viewport: { width: 1280, height: 800 } });
    const rail = page.locator(".rail nav");
    assert.equal(await rail.isVisible(), true);
    await page.click("[data-fold]");
    assert.equal(await rail.isVisible(), false);
    await page.goto(`${live.origin}/admin/events`);
    assert.equal(await rail.isVisible(), false);
    assert.equal(await page.getAttribute("[data-fold]", "aria-expanded"), "false");
    await page.context().close();
  });

  void test("searches and creates without scripts, on a phone too", async () => {
    const page = await aPage({ javaScriptEnabled: false, viewport: { width: 360, height: 780 } });
    await page.fill(".find input", "quern");
    await page.press(".find input", "Enter");
    await page.click("main .hits a");
    assert.equal(page.url(), live.origin + course);
    await page.click(".dropped summary.solid");
    await page.click('.menu-sheet a[href="/admin/events/new"]');
    assert.equal(page.url(), `${live.origin}/admin/events/new`);
    await page.click(".rail > summary");
    assert.equal(await page.isVisible(".rail nav"), true);
    await page.context().close();
  });
});
