import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { launchBrowser } from "../../../support/browser.ts";
import { until } from "../../../support/until.ts";
import { aLiveSite } from "../../../support/worlds/live-site.ts";
import { anOwner } from "../../support/admin-browser.ts";
import { anOutline, readTree } from "../../support/outline.ts";

/** Longest task of the browser while something is done, in milliseconds. */
const observe = `(() => {
  window.longest = 0;
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) window.longest = Math.max(window.longest, duration);
  }).observe({ type: "longtask" });
})()`;

/** The outline as the page shows it, as `tree` writes it. */
const shownIn = (page: Page): Promise<string> =>
  page.evaluate<string>(`[...document.querySelectorAll(".section-of-outline")].map((section) => [
    section.querySelector("h2").textContent.trim() + ":",
    ...[...section.querySelectorAll(".lecture-of-outline .name-of-part")].map(({ textContent }) => textContent.trim()),
  ].join(" ")).join(" | ")`);

void test("An outline of 500 lectures stays fluid: moves, selections and new titles are short tasks of the browser", async (t) => {
  const live = await aLiveSite();
  const browser = await launchBrowser();
  try {
    const nodes = Array.from({ length: 20 }, (_section, index) => ({
      title: `Section ${index}`,
      lectures: Array.from({ length: 25 }, (_lecture, number) => `Lecture ${index}.${number}`),
    }));
    const { address, course, operator, tree } = await anOutline(nodes, live.site);
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
      await until(async () => /Lecture 10\.8 Lecture 10\.3 Lecture 10\.9/.test(await tree()), "the five moves");
    });
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
    await longest("changes of another person", async () => {
      const [, , second] = (await readTree(operator, course)).sections;
      const [renamed, moved, deleted] = second!.lectures;
      await operator.patch(`/lectures/${renamed!.id}`, { title: "Theirs" });
      await operator.post(`/lectures/${moved!.id}/move`, { section_id: second!.id, position: 20 });
      await operator.delete(`/lectures/${deleted!.id}`);
      await page.getByRole("link", { name: "Lecture 4.4", exact: true }).focus();
      await page.keyboard.press("Alt+ArrowDown");
      await said("Moved.");
      await page.getByRole("link", { name: "Theirs", exact: true }).waitFor();
    });
    assert.equal(await shownIn(page), await tree());
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
