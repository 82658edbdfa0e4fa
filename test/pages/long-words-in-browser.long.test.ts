import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { Browser, Page } from "playwright-core";
import { launchBrowser } from "../support/browser.ts";
import { aDemoServer, type DemoServer } from "../support/worlds/demo-server.ts";

const word = "Donaudampfschifffahrtsgesellschaftskapitän".repeat(2);

/** Resources with a name of one long word, which pages and choices of forms show. */
const named = {
  courses: { name: word },
  membership_plans: { name: word, plan_type: "recurring" },
  course_categories: { name: word },
};

const pages = [
  "/admin/courses",
  "/admin/membership_plans",
  "/admin/course_categories",
  "/admin/groups/new",
  "/admin/posts/new",
  "/admin/membership_plans/new",
  "/courses",
];

void describe("pages on a phone of 320 px", () => {
  let demo: DemoServer;
  let browser: Browser;
  let page: Page;

  before(async () => {
    demo = await aDemoServer();
    browser = await launchBrowser();
    page = await (await browser.newContext({ locale: "en", viewport: { width: 320, height: 640 } })).newPage();
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

  const requireNoScrolling = async (what: string) => {
    const beyond = await page.evaluate("document.documentElement.scrollWidth - innerWidth");
    assert.ok(Number(beyond) <= 0, `${what}: ${String(beyond)} px beyond the screen`);
  };

  void test("have no horizontal scrolling with names of one long word, and with long labels of buttons", async () => {
    const { origin, apiKey } = demo.site;
    const addresses = [...pages];
    for (const [collection, body] of Object.entries(named)) {
      const response = await fetch(`${origin}/api/v1/${collection}`, {
        method: "POST",
        headers: { authorization: `Bearer ${apiKey}`, "content-type": "application/json" },
        body: JSON.stringify(body),
      });
      const created = (await response.json()) as { id: string };
      assert.equal(response.status, 201, JSON.stringify(created));
      addresses.push(`/admin/${collection}/${created.id}`);
    }
    await page.goto(`${origin}/courses`);
    const courses = await page
      .locator('main a[href^="/courses/"]')
      .evaluateAll((links) => links.map((link) => link.getAttribute("href") ?? ""));
    assert.ok(courses.length > 0);
    for (const address of [...addresses, ...courses]) {
      assert.equal((await page.goto(origin + address))?.status(), 200, address);
      await requireNoScrolling(address);
    }
  });

  void test("have none while a long word is written", async () => {
    for (const address of ["/admin/lecturers/new", "/admin/membership_plans/new"]) {
      await page.goto(demo.site.origin + address);
      await page.locator("main .tiptap").first().fill(word.repeat(4));
      await requireNoScrolling(address);
    }
  });
});
