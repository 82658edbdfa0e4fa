import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { Browser, Page } from "playwright-core";
import { newId } from "#domain/platform/ids.ts";
import { violationsOf } from "../../support/browsers/accessibility.ts";
import { assertStatus } from "../../support/assert-status.ts";
import { launchBrowser } from "../../support/browser.ts";
import { aLiveSite, type LiveSite } from "../../support/worlds/live-site.ts";
import { aPerson, signIn } from "../../support/worlds/person.ts";
import { operatorOf } from "../../rest/support/operator.ts";
import { aCourse, aLecture, aSection } from "../../rest/support/taught-course.ts";

const scopes = "students:read students:write courses:read courses:write curriculum:read curriculum:write";

const choices = [
  { id: "a", text: "Bowline", correct: true },
  { id: "b", text: "Granny" },
];

const questions = [
  { id: "one", kind: "single", prompt_markdown: "Which one holds?", choices: choices.toReversed() },
  { id: "many", kind: "multiple", prompt_markdown: "Which ones hold?", choices },
  { id: "name", kind: "short_text", prompt_markdown: "Its name?", accepted_answers: ["Bowline"] },
  {
    id: "order",
    kind: "ordering",
    prompt_markdown: "In which order?",
    choices: [
      { id: "x", text: "Over" },
      { id: "y", text: "Under" },
    ],
  },
];

/** A table and a line of code that are wider than a phone. */
const wide = `
| ${"Knot | ".repeat(12)}
| ${"--- | ".repeat(12)}
| ${"Bowline | ".repeat(12)}

\`\`\`
${"over-under-".repeat(20)}
\`\`\``;

/** A student of a course with a text, a quiz and a text. */
async function aClass({ site }: LiveSite) {
  const operator = await operatorOf(site, scopes);
  const course = await aCourse(operator);
  const section = await aSection(operator, course);
  const first = await aLecture(operator, section, {
    title: "Loops",
    body_markdown: "A [loop](https://knots.example).",
  });
  const quiz = await aLecture(operator, section, { kind: "quiz", title: "Check" });
  await aLecture(operator, section, { title: "Hitches", body_markdown: wide });
  assertStatus(await operator.put(`/lectures/${quiz.id}/quiz`, { pass_percent: 100, questions }), 200);
  const member = await site.member({ email: `${newId()}@example.test` });
  assertStatus(await operator.post("/enrollments", { course_id: course, student_id: member.sub }), 201);
  return { member, path: `/learn/${course}/${first.id}` };
}

interface Stop {
  name: string;
  kind: string;
  outline: number;
  isInView: boolean;
}

/** The focused element: its name, and the width of its visible outline. */
const stopOf = (page: Page) =>
  page.evaluate<Stop>(`(() => {
    const { activeElement: element } = document;
    const style = getComputedStyle(element);
    const { top, bottom, width } = element.getBoundingClientRect();
    return {
      name: (element.labels?.[0] ?? element).innerText.replaceAll(/\\s+/g, " ").trim(),
      kind: element.type ?? element.localName,
      outline: style.outlineStyle === "none" ? 0 : Number.parseFloat(style.outlineWidth),
      isInView: width > 0 && bottom > 0 && top < innerHeight,
    };
  })()`);

/** Moves the focus with Tab until it reaches an element with this name. Each focused element is visible. */
async function tabTo(page: Page, name: RegExp, kind?: string): Promise<void> {
  const passed: string[] = [];
  while (passed.length < 60) {
    await page.keyboard.press("Tab");
    const stop = await stopOf(page);
    assert.ok(stop.outline >= 2 && stop.isInView, `The focus is not visible: ${JSON.stringify(stop)}`);
    if (name.test(stop.name) && (kind === undefined || stop.kind === kind)) return;
    passed.push(stop.name);
  }
  assert.fail(`${String(name)} is not reached by Tab: ${passed.join(" | ")}`);
}

async function openWithKeys(page: Page, name: RegExp, heading: string): Promise<void> {
  await tabTo(page, name);
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { level: 1, name: heading }).waitFor();
}

/** Confirms the order of the two shuffled items, and corrects it. The focus stays on a visible button of the items. */
async function order(page: Page): Promise<void> {
  const items = page.locator(".order .item");
  const isFocused = async () => {
    const stop = await stopOf(page);
    assert.ok(stop.kind === "submit" && stop.outline >= 2 && stop.isInView, JSON.stringify(stop));
  };
  await tabTo(page, /^This order is right/);
  await page.keyboard.press("Enter");
  await isFocused();
  if ((await items.first().innerText()) !== "Over") await page.keyboard.press("ArrowDown");
  await isFocused();
  assert.deepEqual(await items.allInnerTexts(), ["Over", "Under"]);
}

void describe("Lecture pages by keyboard", () => {
  let browser: Browser;
  let live: LiveSite;
  before(async () => {
    [browser, live] = await Promise.all([launchBrowser(), aLiveSite()]);
  });
  after(() => Promise.all([browser.close(), live.close()]));

  for (const [device, viewport] of [
    ["desktop", { width: 1280, height: 800 }],
    ["phone", { width: 360, height: 740 }],
  ] as const) {
    void test(`A student follows the outline, answers a quiz and moves between lectures on a ${device}`, async () => {
      const { member, path } = await aClass(live);
      const page = await aPerson(browser, { viewport });
      await page.goto(`${live.origin}${path}`);
      await signIn(page, member);
      await page.getByRole("heading", { level: 1, name: "Loops" }).waitFor();
      assert.deepEqual(await violationsOf(page), []);

      await page.keyboard.press("Tab");
      assert.match((await stopOf(page)).name, /^Skip to/);
      if (device === "phone") {
        await tabTo(page, /^Outline/);
        await page.keyboard.press("Enter");
        await page.getByRole("link", { name: /^Check/ }).waitFor();
      }
      await openWithKeys(page, /^Check/, "Check");

      await page.keyboard.press("Tab");
      await page.keyboard.press("Enter");
      await openWithKeys(page, /^Start quiz/, "Check");
      await page.getByText("Which one holds?").waitFor();
      assert.deepEqual(await violationsOf(page), []);
      await page.keyboard.press("Tab");
      await page.keyboard.press("Enter");
      // On a phone, the other questions are hidden until the student goes on.
      const goOn = async () => {
        if (device === "desktop") return;
        await tabTo(page, /^Next$/);
        await page.keyboard.press("Enter");
      };
      await tabTo(page, /^Granny/, "radio");
      await page.keyboard.press("ArrowDown");
      assert.equal(await page.getByRole("radio", { name: "Bowline" }).isChecked(), true);
      await goOn();
      await tabTo(page, /^Bowline/, "checkbox");
      await page.keyboard.press("Space");
      await goOn();
      await tabTo(page, /^$/, "text");
      await page.keyboard.type("bowline");
      await goOn();
      await order(page);
      assert.deepEqual(await violationsOf(page), []);
      await tabTo(page, /^Submit answers/);
      await page.keyboard.press("Enter");
      await page.getByText("Passed.", { exact: true }).waitFor();
      assert.deepEqual(await violationsOf(page), []);

      await openWithKeys(page, /^Next lecture/, "Hitches");
      assert.equal(await page.evaluate("document.documentElement.scrollWidth - innerWidth"), 0);
      for (const part of ["table", "pre"]) {
        await tabTo(page, part === "table" ? /Bowline/ : /over-under/);
        assert.ok(
          await page.evaluate(`(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)(document.activeElement)`),
          part,
        );
      }
      assert.deepEqual(await violationsOf(page), []);
      await openWithKeys(page, /^Previous lecture/, "Check");
      await page.context().close();
    });
  }
});
