import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { Browser, Page } from "playwright-core";
import { operatorOf } from "../../../rest/support/operator.ts";
import { launchBrowser } from "../../../support/browser.ts";
import { violationsOf } from "../../../support/browsers/accessibility.ts";
import { aLiveSite, type LiveSite } from "../../../support/worlds/live-site.ts";
import { anOwner } from "../../support/admin-browser.ts";
import { aCourse, readTree } from "../../support/outline.ts";

const questions = [
  { kind: "single", prompt_markdown: "Which one?", choices: [{ text: "This", correct: true }, { text: "That" }] },
  { kind: "numeric", prompt_markdown: "How many?", accepted_answers: ["2"], tolerance: 0.1 },
];
const rubric = [
  { title: "Holds", description: "It bears weight.", points: 60 },
  { title: "Neat", points: 40 },
];
/** The path of a page in the API. */
const api = (address: string | undefined): string => address!.slice("/admin".length);

const displays = [
  { width: 360, height: 740, colorScheme: "light" },
  { width: 360, height: 740, colorScheme: "dark" },
  { width: 1280, height: 800, colorScheme: "light" },
  { width: 1280, height: 800, colorScheme: "dark" },
] as const;

void describe("The course desk", () => {
  let live: LiveSite;
  let browser: Browser;
  let page: Page;
  /** Addresses by the names of the pages. */
  let pages: Record<string, string>;

  before(async () => {
    live = await aLiveSite();
    browser = await launchBrowser();
    const operator = await operatorOf(live.site, "courses:read courses:write curriculum:read curriculum:write");
    const course = await aCourse(operator, [
      { title: "First knots", lectures: ["The bowline", "Quiz", "Show a knot"] },
      { title: "An empty section", lectures: [] },
    ]);
    const other = await aCourse(operator, [{ title: "Ends", lectures: ["Whipping"] }], { name: "Splices" });
    const [section] = (await readTree(operator, course)).sections;
    const [text, quiz, assignment] = section!.lectures.map(({ id }) => `/admin/lectures/${id}`);
    await operator.put(`${api(quiz)}/quiz`, { questions });
    await operator.put(`${api(assignment)}/assignment`, { instructions_markdown: "Tie.", rubric });
    pages = {
      outline: `/admin/courses/${course}/outline`,
      "course with its checklist": `/admin/courses/${course}`,
      "lecture editor": `${text}/edit`,
      "quiz editor": `${quiz}/quiz/edit`,
      "assignment editor": `${assignment}/assignment/edit`,
      "move: courses": `${text}/move`,
      "move: sections": `${text}/move?course=${other}`,
      "duplicate a lecture": `${text}/duplicate`,
      "duplicate to a course": `${text}/duplicate?course=${other}`,
      "duplicate a section": `/admin/sections/${section!.id}/duplicate`,
      "duplicate a course": `/admin/courses/${course}/duplicate`,
    };
    page = await anOwner(live, browser);
  });
  after(async () => {
    await browser.close();
    await live.close();
  });

  /** Opens a page, and waits until its scripts have changed it. */
  async function open(address: string): Promise<void> {
    await page.goto(live.origin + address, { waitUntil: "networkidle" });
  }

  void test("has no axe violations and no horizontal scrolling, on phones and desktops, light and dark", async () => {
    for (const [name, address] of Object.entries(pages)) {
      await open(address);
      for (const { colorScheme, ...size } of displays) {
        await page.setViewportSize(size);
        await page.emulateMedia({ colorScheme });
        const where = `${name}, ${size.width} px, ${colorScheme}`;
        assert.deepEqual(await violationsOf(page), [], where);
        const beyond = await page.evaluate("document.documentElement.scrollWidth - innerWidth");
        assert.ok(Number(beyond) <= 0, `${where}: ${String(beyond)} px beyond the width`);
      }
    }
  });

  void test("is reached everywhere with the Tab key, with a visible focus and no trap", async () => {
    await page.setViewportSize({ width: 1280, height: 800 });
    for (const [name, address] of Object.entries(pages)) {
      await open(address);
      const { missed, hidden } = await tabThrough(page);
      assert.deepEqual(missed, [], `${name}: not reached`);
      assert.deepEqual(hidden, [], `${name}: no visible focus`);
    }
  });

  void test("moves a lecture to another course by keys alone", async () => {
    await open(pages["move: courses"]!);
    await page.getByRole("link", { name: "Splices" }).press("Enter");
    await page.getByRole("radio", { name: /Ends/ }).press("Space");
    await page.keyboard.press("Enter");
    await page.getByText("Moved.").first().waitFor();
    await page.getByRole("button", { name: "Undo" }).press("Enter");
    await page.getByText("Undone.").first().waitFor();
  });

  void test("writes the rubric of an assignment by keys alone", async () => {
    await open(pages["assignment editor"]!);
    await page.getByRole("button", { name: "Add a criterion" }).press("Enter");
    await page.keyboard.type("Clean");
    await page.keyboard.press("Tab");
    await page.keyboard.type("20");
    await page.keyboard.press("Alt+ArrowUp");
    await page.getByRole("button", { name: "Save the assignment" }).press("Enter");
    await page.getByText("The assignment is saved.").waitFor();
    const titles = page.locator('input[name$=".title"]:visible');
    const values = await titles.evaluateAll((fields) => fields.map((field) => (field as { value?: string }).value));
    assert.deepEqual(values, ["Holds", "Clean", "Neat"]);
  });
});

interface Tabbed {
  /** Controls that can be used, and that the Tab key does not reach. */
  missed: string[];
  /** Controls with the focus that look as without. */
  hidden: string[];
}

/** Presses the Tab key until the focus leaves the page. */
async function tabThrough(page: Page): Promise<Tabbed> {
  await page.evaluate(`(() => {
    const usable = (element) => element.checkVisibility() && !element.disabled && element.tabIndex >= 0;
    window.controls = [...document.querySelectorAll("main :is(a[href], button, input, select, textarea, summary, [contenteditable=true])")]
      .filter(usable);
    window.seen = new Set();
    window.unseen = [];
    window.nameOf = (element) => (element.getAttribute("aria-label") ?? element.name ?? "") + " " + element.outerHTML.slice(0, 100);
    document.addEventListener("focusin", ({ target }) => {
      window.seen.add(target);
      const { outlineStyle, boxShadow } = getComputedStyle(target);
      const around = getComputedStyle(target.closest(".rich") ?? target);
      if (outlineStyle === "none" && boxShadow === "none" && around.outlineStyle === "none") window.unseen.push(nameOf(target));
    });
  })()`);
  const count = Number(
    await page.evaluate("document.querySelectorAll('a[href], button, input, select, textarea, summary').length"),
  );
  for (let step = 0; step < count + 40; step++) {
    await page.keyboard.press("Tab");
    if (step > 5 && (await page.evaluate("document.activeElement === document.body"))) break;
  }
  return page.evaluate<Tabbed>(`(() => {
    const groups = new Set([...seen].filter(({ type }) => type === "radio").map(({ name }) => name));
    const isReached = (element) => seen.has(element) || (element.type === "radio" && groups.has(element.name));
    return { missed: controls.filter((element) => element.checkVisibility() && !isReached(element)).map(nameOf), hidden: unseen };
  })()`);
}
