import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { Browser, Page } from "playwright-core";
import { violationsOf } from "../../support/browsers/accessibility.ts";
import { launchBrowser } from "../../support/browser.ts";
import { aDemoServer, type DemoServer } from "../../support/worlds/demo-server.ts";

/** Lists whose first row is opened, edited and acted on. */
const lists = [
  "courses",
  "students",
  "enrollments",
  "coupons",
  "events",
  "posts",
  "pages",
  "membership_plans",
  "files",
];

/** Forms with every kind of field. */
const forms = ["coupons/new", "courses/new", "events/new", "exports/new", "appearance/navigation/edit", "school/edit"];

void describe("the derived pages in a browser", () => {
  let demo: DemoServer;
  let browser: Browser;
  let page: Page;

  before(async () => {
    demo = await aDemoServer();
    browser = await launchBrowser();
    page = await (await browser.newContext({ reducedMotion: "reduce" })).newPage();
    const { origin, members } = demo.site;
    const owner = members.find(({ roles }) => roles.includes("owner"));
    assert.ok(owner);
    await page.goto(`${origin}/sign-in?return_to=/admin`);
    await page.locator("input[name=email]").fill(owner.email);
    await page.locator("input[name=password]").fill(owner.password);
    await page.locator("main button[type=submit]").click();
    await page.waitForURL(`${origin}/admin`);
  });
  after(async () => {
    await browser.close();
    await demo.close();
  });

  /** The pages of the first row of each list, found as people find them: by links. */
  async function addresses(): Promise<string[]> {
    const found = forms.map((form) => `/admin/${form}`);
    for (const list of lists) {
      found.push(`/admin/${list}`);
      await page.goto(`${demo.site.origin}/admin/${list}`);
      const [first] = await page
        .locator("table.grid tbody th a")
        .evaluateAll((links) => links.map((link) => link.getAttribute("href") ?? ""));
      if (first !== undefined) found.push(first, `${first}/edit`);
    }
    return found;
  }

  void test("have no axe violations and no horizontal scrolling, on narrow and wide screens, light and dark", async () => {
    const displays = [
      { width: 360, colorScheme: "light" },
      { width: 1280, colorScheme: "dark" },
    ] as const;
    for (const address of await addresses()) {
      const answer = await page.goto(demo.site.origin + address);
      // Files cannot be edited.
      if (answer?.status() === 404) continue;
      assert.equal(answer?.status(), 200, address);
      for (const { width, colorScheme } of displays) {
        await page.setViewportSize({ width, height: 800 });
        await page.emulateMedia({ colorScheme });
        assert.deepEqual(await violationsOf(page), [], `${address}, ${width} px, ${colorScheme}`);
        const beyond = await page.evaluate("document.documentElement.scrollWidth - innerWidth");
        assert.ok(Number(beyond) <= 0, `${address}: ${String(beyond)} px beyond ${width} px`);
      }
    }
  });

  void test("show the fields of the chosen variant only", async () => {
    await page.goto(`${demo.site.origin}/admin/coupons/new`);
    const percent = page.locator('[id="discount.percent.percent"]');
    assert.equal(await percent.isVisible(), false);
    await page.locator('input[name="discount.kind"][value="percent"]').check();
    assert.equal(await percent.isVisible(), true);
    await page.locator('input[name="discount.kind"][value="free"]').check();
    assert.equal(await percent.isVisible(), false);
  });
});
