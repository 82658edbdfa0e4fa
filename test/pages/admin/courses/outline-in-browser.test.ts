import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { until } from "../../../support/until.ts";
import type { Browser, Page } from "playwright-core";
import { launchBrowser } from "../../../support/browser.ts";
import { aLiveSite, type LiveSite } from "../../../support/worlds/live-site.ts";
import { anOwner } from "../../support/admin-browser.ts";
import { anOutline, readTree } from "../../support/outline.ts";
import { collectComplaints } from "../../../support/browsers/collect-complaints.ts";

const two = [
  { title: "A", lectures: ["one", "two", "three"] },
  { title: "B", lectures: ["four"] },
];

/** What the page shows, as `treeOf` writes it. */
async function shownIn(page: Page): Promise<string> {
  const sections = await page.locator(".section-of-outline").all();
  const texts = sections.map(async (section) => {
    const heading = (await section.locator("h2").innerText()).trim();
    return [`${heading}:`, ...(await section.locator(".lecture-of-outline .name-of-part").allInnerTexts())].join(" ");
  });
  return (await Promise.all(texts)).join(" | ");
}

void describe("The outline of a course in a browser:", () => {
  let live: LiveSite;
  let browser: Browser;
  before(async () => {
    live = await aLiveSite();
    browser = await launchBrowser();
  });
  after(async () => {
    await browser.close();
    await live.close();
  });

  async function open() {
    const outline = await anOutline(two, live.site);
    const page = await anOwner(live, browser);
    const messages: string[] = [];
    collectComplaints(page, messages);
    page.on("pageerror", (error) => messages.push(error.message));
    await page.goto(live.origin + outline.address);
    await page.locator(".grip-of-part").first().waitFor();
    const said = (text: string) => page.locator(".state-of-outline").getByText(text).waitFor();
    /** The page and the server agree. */
    const agree = (expected: string) =>
      until(async () => {
        const found = [await shownIn(page), await outline.tree()];
        return found.every((tree) => tree === expected);
      }, `the page and the server to have ${expected}`);
    return { ...outline, page, messages, said, agree };
  }

  void test("A late answer to one step does not take back the next one", async () => {
    const { page, address, agree } = await open();
    const answers = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    let asked = 0;
    await page.route(`${live.origin}${address}`, async (route) => {
      if (route.request().method() !== "POST") return route.continue();
      const answer = answers[asked++];
      const response = await route.fetch();
      await answer?.promise;
      return route.fulfill({ response });
    });
    await page.getByRole("link", { name: "one", exact: true }).focus();
    await page.keyboard.press("Alt+ArrowDown");
    await page.keyboard.press("Alt+ArrowDown");
    answers[0]!.resolve();
    await until(() => asked === 2, "the second act");
    assert.equal(await shownIn(page), "A: two three one | B: four");
    await page.keyboard.press("Alt+ArrowDown");
    answers[1]!.resolve();
    await agree("A: two three | B: one four");
    // The server can have the last step before the page gets its answer.
    await page.unrouteAll({ behavior: "wait" });
    await page.context().close();
  });

  void test("Everything is done by keys alone, in place, and undone", async () => {
    const { page, messages, said, agree } = await open();
    await page.getByRole("link", { name: "one", exact: true }).focus();
    await page.keyboard.press("Alt+ArrowDown");
    await said("Moved.");
    await agree("A: two one three | B: four");
    await page.keyboard.press("Alt+ArrowDown");
    await page.keyboard.press("Alt+ArrowDown");
    await page.keyboard.press("Alt+ArrowDown");
    await agree("A: two three | B: four one");
    await page.getByRole("button", { name: "Undo" }).press("Enter");
    await said("Undone.");
    await agree("A: two three | B: one four");
    await page.getByRole("link", { name: "Rename: two" }).press("Enter");
    await page.keyboard.type("Second");
    await page.keyboard.press("Enter");
    await said("Renamed.");
    await agree("A: Second three | B: one four");
    await page.getByLabel("New lecture in B", { exact: true }).fill("five");
    await page.keyboard.press("Enter");
    await said("Added.");
    await page.keyboard.type("six");
    await page.keyboard.press("Enter");
    await page.getByRole("link", { name: "six", exact: true }).waitFor();
    await agree("A: Second three | B: one four five six");
    assert.deepEqual(messages, []);
    await page.context().close();
  });

  void test("Counts and durations follow each change", async () => {
    const { page, said, operator, course } = await open();
    const counted = (text: string) => page.locator("#total-of-outline", { hasText: text }).waitFor();
    const [first] = (await readTree(operator, course)).sections;
    await operator.patch(`/lectures/${first!.lectures[0]!.id}`, { duration_seconds: 600 });
    await page.reload();
    await counted("Sections: 2 · Lectures: 4");
    const length = page.locator(`[data-part="${first!.id}"] > .head-of-part .length-of-part`);
    assert.equal(await length.textContent(), "10 min");
    await page.getByLabel("New section", { exact: true }).fill("C");
    await page.keyboard.press("Enter");
    await said("Added.");
    await counted("Sections: 3 · Lectures: 4");
    await page.getByLabel("Select one").check();
    await page.getByLabel("Section", { exact: true }).selectOption({ label: "C" });
    await page.getByRole("button", { name: "Delete", exact: true }).click();
    await said("Deleted: 1.");
    await counted("Sections: 3 · Lectures: 3");
    assert.equal(await length.textContent(), "");
    await page.getByRole("button", { name: "Undo" }).click();
    await said("Undone.");
    await counted("Lectures: 4");
    assert.equal(await length.textContent(), "10 min");
    await page.context().close();
  });

  void test("Rows are dragged, to other sections too", async () => {
    const { page, said, agree } = await open();
    const grip = (name: string) => page.locator(`[data-title="${name}"] .grip-of-part`).first();
    const drag = async (from: string, to: string, below: boolean) => {
      const [start, end] = [(await grip(from).boundingBox())!, (await grip(to).boundingBox())!];
      await page.mouse.move(start.x + 5, start.y + 5);
      await page.mouse.down();
      await page.mouse.move(end.x + 5, end.y + 10, { steps: 5 });
      await page.mouse.move(end.x + 5, end.y + (below ? end.height - 2 : 2), { steps: 5 });
      await page.evaluate("new Promise((next) => requestAnimationFrame(() => requestAnimationFrame(next)))");
      await page.mouse.up();
    };
    await drag("one", "three", true);
    await said("Moved.");
    await agree("A: two three one | B: four");
    await drag("two", "four", true);
    await agree("A: three one | B: four two");
    await page.context().close();
  });

  void test("Several are selected with Shift, moved, published and deleted together", async () => {
    const { page, said, agree, operator, course } = await open();
    await page.getByLabel("Select one").check();
    await page.getByLabel("Select three").click({ modifiers: ["Shift"] });
    await page.getByLabel("Section", { exact: true }).selectOption({ label: "B" });
    await page.getByRole("button", { name: "Move", exact: true }).click();
    await said("Moved.");
    await agree("A: | B: four one two three");
    await page.getByRole("button", { name: "Undo" }).click();
    await said("Undone.");
    await agree("A: one two three | B: four");
    await page.getByLabel("Select two").check();
    await page.getByRole("button", { name: "Unpublish", exact: true }).click();
    await said("Changed to draft: 1.");
    assert.equal((await readTree(operator, course)).sections[0]!.lectures[1]!.status, "draft");
    await page.locator('[data-title="two"] .tag', { hasText: "Draft" }).waitFor();
    await page.getByLabel("Select one").check();
    await page.getByLabel("Select two").check();
    await page.getByRole("button", { name: "Delete", exact: true }).click();
    await said("Deleted: 2.");
    await agree("A: three | B: four");
    await page.getByRole("button", { name: "Undo" }).click();
    await said("Undone.");
    await agree("A: one two three | B: four");
    await page.context().close();
  });

  void test("Changes of another person are kept and shown", async () => {
    const { page, said, agree, operator, course, tree } = await open();
    const [first] = (await readTree(operator, course)).sections;
    await operator.patch(`/lectures/${first!.lectures[1]!.id}`, { title: "Theirs" });
    await page.getByRole("link", { name: "Rename: two" }).click();
    await page.keyboard.type("Mine");
    await page.keyboard.press("Enter");
    await said("Another person renamed this to “Theirs”.");
    assert.equal(await tree(), "A: one Theirs three | B: four");
    await page.getByRole("link", { name: "Theirs", exact: true }).waitFor();
    const section = (await readTree(operator, course)).sections[1]!.id;
    await operator.post(`/lectures/${first!.lectures[0]!.id}/move`, { section_id: section });
    await page.getByRole("link", { name: "one", exact: true }).focus();
    await page.keyboard.press("Alt+ArrowDown");
    await said("Another person moved or deleted this in the meantime.");
    await agree("A: Theirs three | B: four one");
    await page.context().close();
  });

  void test("Without a connection nothing is changed, and the page says so", async () => {
    const { page, said, agree } = await open();
    await page.context().setOffline(true);
    await page.getByRole("link", { name: "one", exact: true }).focus();
    await page.keyboard.press("Alt+ArrowDown");
    await said("The server cannot be reached.");
    await page.context().setOffline(false);
    await agree("A: one two three | B: four");
    await page.context().close();
  });
});
