import assert from "node:assert/strict";
import { test } from "node:test";
import { launchBrowser } from "../../../support/browser.ts";
import { aLiveSite } from "../../../support/worlds/live-site.ts";
import { anOwner } from "../../support/admin-browser.ts";
import { anOutline } from "../../support/outline.ts";

/** Longest task of the browser while something is done, in milliseconds. */
const observe = `(() => {
  window.longest = 0;
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) window.longest = Math.max(window.longest, duration);
  }).observe({ type: "longtask" });
})()`;

void test("An outline of 500 lectures stays fluid: moves, selections and new titles are short tasks of the browser", async (t) => {
  const live = await aLiveSite();
  const browser = await launchBrowser();
  try {
    const nodes = Array.from({ length: 20 }, (_section, index) => ({
      title: `Section ${index}`,
      lectures: Array.from({ length: 25 }, (_lecture, number) => `Lecture ${index}.${number}`),
    }));
    const { address, tree } = await anOutline(nodes, live.site);
    const page = await anOwner(live, browser);
    await page.goto(live.origin + address);
    await page.locator(".grip-of-part").first().waitFor();
    await page.evaluate(observe);
    const longest = async (name: string, work: () => Promise<unknown>) => {
      await page.evaluate("window.longest = 0");
      await work();
      await page.evaluate("new Promise((next) => requestAnimationFrame(() => setTimeout(next)))");
      const duration = await page.evaluate<number>("window.longest");
      t.diagnostic(`${name}: ${Math.round(duration)} ms`);
      assert.ok(duration < 100, `${name}: ${duration} ms`);
    };
    const said = (text: string) => page.locator(".state-of-outline").getByText(text).waitFor();
    await longest("move by keys", async () => {
      await page.getByRole("link", { name: "Lecture 10.3", exact: true }).focus();
      for (let step = 0; step < 5; step++) await page.keyboard.press("Alt+ArrowDown");
      await said("Moved.");
      await page.waitForLoadState("networkidle");
    });
    assert.match(await tree(), /Lecture 10\.8 Lecture 10\.3 Lecture 10\.9/);
    await longest("select 500", async () => {
      await page.getByLabel("Select Lecture 0.0", { exact: true }).check();
      await page.getByLabel("Select Lecture 19.24", { exact: true }).click({ modifiers: ["Shift"] });
    });
    await longest("unselect", async () => {
      await page.getByLabel("Select Lecture 0.0", { exact: true }).click({ modifiers: ["Shift"] });
    });
    await longest("rename", async () => {
      await page.getByRole("link", { name: "Rename: Lecture 5.5", exact: true }).click();
      await page.keyboard.type("Renamed");
      await page.keyboard.press("Enter");
      await said("Renamed.");
    });
    await longest("add", async () => {
      await page.getByLabel("New lecture in Section 7", { exact: true }).fill("Added");
      await page.keyboard.press("Enter");
      await said("Added.");
    });
    await longest("undo a move", async () => {
      await page.getByRole("link", { name: "Lecture 3.3", exact: true }).focus();
      await page.keyboard.press("Alt+ArrowUp");
      await said("Moved.");
      await page.getByRole("button", { name: "Undo" }).click();
      await said("Undone.");
    });
  } finally {
    await browser.close();
    await live.close();
  }
});
