import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { Browser } from "playwright-core";
import { violationsOf } from "../../support/browsers/accessibility.ts";
import { launchBrowser } from "../../support/browser.ts";
import { addressOf, kinds, publishEverything } from "../../support/worlds/published.ts";
import { aLiveSite } from "../../support/worlds/live-site.ts";
import { collectComplaints } from "../../support/browsers/collect-complaints.ts";

import { dress } from "../support/dress.ts";

void describe("a school with hostile styles, in a browser", () => {
  let browser: Browser;
  let live: Awaited<ReturnType<typeof aLiveSite>>;

  before(async () => {
    [browser, live] = await Promise.all([launchBrowser(), aLiveSite()]);
    await publishEverything(live.site);
    await dress(live.site, {
      colors: {
        background: "#777777",
        surface: "#808080",
        text: "#7a7a7a",
        mutedText: "#777777",
        link: "#888888",
        primary: "#777777",
        accent: "#787878",
        border: "#777777",
      },
      fonts: { heading: "mono", body: "rounded" },
      cornerRadius: "large",
      density: "compact",
      footerHtml: `<table><tr><td>${"x".repeat(300)}</td></tr></table><p dir="rtl">مدرسة الميناء</p>`,
      navigation: [
        { label: "مدرسة الميناء المسائية للكبار", href: "/courses", visibleTo: "everyone", children: [] },
        {
          label: "y".repeat(80),
          visibleTo: "everyone",
          children: [
            {
              label: "Deeper",
              href: "/events",
              visibleTo: "everyone",
              children: [{ label: "z".repeat(80), href: "/posts", visibleTo: "everyone" }],
            },
          ],
        },
      ],
    });
  });
  after(async () => {
    await browser.close();
    await live.close();
  });

  const paths = ["/", "/courses", ...Object.keys(kinds).map((kind) => addressOf(kind, "shown"))];
  for (const colorScheme of ["light", "dark"] as const) {
    void test(`has no axe violations, no policy violations and no horizontal scrolling, ${colorScheme}`, async () => {
      const page = await browser.newPage({
        viewport: { width: 360, height: 800 },
        colorScheme,
        reducedMotion: "reduce",
      });
      const complaints: string[] = [];
      collectComplaints(page, complaints);
      for (const path of paths) {
        await page.goto(`${live.origin}${path}`);
        for (const width of [360, 1280]) {
          await page.setViewportSize({ width, height: 800 });
          assert.deepEqual(await violationsOf(page), [], `${path}, ${width} px`);
          const wide = await page.evaluate(
            "document.documentElement.scrollWidth > document.documentElement.clientWidth",
          );
          assert.equal(wide, false, `${path}, ${width} px`);
        }
      }
      assert.deepEqual(complaints, []);
      await page.close();
    });
  }

  void test("is navigable with the keyboard alone: past the header, into the menu, to the content", async () => {
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
    await page.goto(`${live.origin}/courses`);
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    assert.equal(await page.evaluate("document.activeElement.id"), "content");
    for (const summary of await page.locator(".menu.open summary").all()) {
      await summary.focus();
      await page.keyboard.press("Enter");
    }
    assert.ok(
      await page.getByRole("navigation", { name: "Main menu" }).getByRole("link", { name: "Deeper" }).isVisible(),
    );
    await page.close();
  });
});
