import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { launchBrowser } from "../../../support/browser.ts";
import { longestTask } from "../../../support/browsers/longest-task.ts";
import { until } from "../../../support/until.ts";
import { aLiveSite } from "../../../support/worlds/live-site.ts";
import { anOwner } from "../../support/admin-browser.ts";
import { anOutline, readTree } from "../../support/outline.ts";

/** Milliseconds of CPU time. A task of 50 ms is one that people notice, and the processor of a test may be slow. */
const maxTask = 100;

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
    const longest = async (name: string, work: () => Promise<unknown>) => {
      const duration = await longestTask(browser, page, work);
      t.diagnostic(`${name}: ${Math.round(duration)} ms`);
      assert.ok(duration > 0 && duration < maxTask, `${name}: ${duration} ms`);
    };
    // Selectors of the browser: the names of all elements take longer to compute than the measured act.
    const part = (title: string) => page.locator(".name-of-part", { hasText: new RegExp(`^\\s*${title}\\s*$`) });
    const labelled = (label: string) => page.locator(`[aria-label="${label}"]`);
    const said = (text: string) => page.locator(".state-of-outline", { hasText: text }).waitFor();
    await longest("move by keys", async () => {
      await part("Lecture 10.3").focus();
      for (let step = 0; step < 5; step++) await page.keyboard.press("Alt+ArrowDown");
      await said("Moved.");
      await until(async () => /Lecture 10\.8 Lecture 10\.3 Lecture 10\.9/.test(await tree()), "the five moves");
    });
    await longest("select 500", async () => {
      await labelled("Select Lecture 0.0").check();
      await labelled("Select Lecture 19.24").click({ modifiers: ["Shift"] });
    });
    await longest("unselect", async () => {
      await labelled("Select Lecture 0.0").click({ modifiers: ["Shift"] });
    });
    await longest("rename", async () => {
      await labelled("Rename: Lecture 5.5").click();
      await page.keyboard.type("Renamed");
      await page.keyboard.press("Enter");
      await said("Renamed.");
    });
    await longest("add", async () => {
      await labelled("New lecture in Section 7").fill("Added");
      await page.keyboard.press("Enter");
      await said("Added.");
    });
    await longest("changes of another person", async () => {
      const [, , second] = (await readTree(operator, course)).sections;
      const [renamed, moved, deleted] = second!.lectures;
      await operator.patch(`/lectures/${renamed!.id}`, { title: "Theirs" });
      await operator.post(`/lectures/${moved!.id}/move`, { section_id: second!.id, position: 20 });
      await operator.delete(`/lectures/${deleted!.id}`);
      await part("Lecture 4.4").focus();
      await page.keyboard.press("Alt+ArrowDown");
      await said("Moved.");
      await part("Theirs").waitFor();
    });
    assert.equal(await shownIn(page), await tree());
    await longest("undo a move", async () => {
      await part("Lecture 3.3").focus();
      await page.keyboard.press("Alt+ArrowUp");
      await said("Moved.");
      await page.locator(".state-of-outline button").click();
      await said("Undone.");
    });
  } finally {
    await browser.close();
    await live.close();
  }
});
