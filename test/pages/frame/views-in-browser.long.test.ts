import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { collectComplaints } from "../../support/browsers/collect-complaints.ts";

import type { Browser, Page } from "playwright-core";

import { locales } from "#domain/platform/site/locales.ts";

import { violationsOf } from "../../support/browsers/accessibility.ts";
import { launchBrowser } from "../../support/browser.ts";
import { serveViews } from "../../support/browsers/page-views.ts";
import { hostileNames, longNames, plainNames, sampleViews } from "../samples/sample-views.ts";

const address = (name: string): string => `https://learn.harbour.example/${name}`;

/** "account-200" is "account" with more rows of the same kind. */
const distinct = (views: ReadonlyMap<string, string>) => [...views.keys()].filter((name) => !name.endsWith("-200"));

void describe("the pages in a browser", () => {
  let browser: Browser;

  before(async () => {
    browser = await launchBrowser();
  });
  after(() => browser.close());

  const pageWith = async (views: ReadonlyMap<string, string>, width: number): Promise<Page> => {
    const context = await browser.newContext({ viewport: { width, height: 800 }, reducedMotion: "reduce" });
    await serveViews(context, views);
    return context.newPage();
  };

  // The elements and their colors are equal in every language.
  void test("have no axe violations, on narrow and wide screens, light and dark", async () => {
    const views = sampleViews("en", plainNames.en);
    const page = await pageWith(views, 360);
    const displays = [
      { width: 360, colorScheme: "light" },
      { width: 1280, colorScheme: "dark" },
    ] as const;
    for (const name of distinct(views)) {
      await page.goto(address(name));
      for (const { width, colorScheme } of displays) {
        await page.setViewportSize({ width, height: 800 });
        await page.emulateMedia({ colorScheme });
        assert.deepEqual(await violationsOf(page), [], `${name}, ${width} px, ${colorScheme}`);
      }
    }
  });

  for (const locale of locales) {
    void test(`never need horizontal scrolling at 320 px, whatever names others chose, in ${locale}`, async () => {
      for (const names of [longNames, hostileNames]) {
        const views = sampleViews(locale, names);
        const page = await pageWith(views, 320);
        for (const name of distinct(views)) {
          await page.goto(address(name));
          assert.deepEqual(await page.evaluate(beyondTheEdge), [], name);
        }
      }
    });
  }

  void test("are checked by an axe that reports an existing violation", async () => {
    const faulty = `<!doctype html><title>Faulty</title><input><p><font color="#cccccc">Pale</font></p>`;
    const page = await pageWith(new Map([["faulty", faulty]]), 1280);
    await page.goto(address("faulty"));
    const found = await violationsOf(page);
    for (const rule of ["label: ", "color-contrast: ", "html-has-lang: ", "landmark-one-main: "]) {
      assert.ok(
        found.some((line) => line.startsWith(rule)),
        `${rule} in ${found.join("\n")}`,
      );
    }
  });

  void test("load nothing from other origins, obey their content security policy, and have controls of at least 44 px", async () => {
    const views = sampleViews("en", plainNames.en);
    const page = await pageWith(views, 360);
    const complaints: string[] = [];
    collectComplaints(page, complaints);
    page.on("request", (request) => {
      if (!/^(https:\/\/learn\.harbour\.example\/|data:)/.test(request.url())) complaints.push(request.url());
    });
    for (const name of views.keys()) {
      await page.goto(address(name));
      assert.deepEqual(await page.evaluate(smallControls), [], name);
    }
    assert.deepEqual(complaints, []);
  });

  void test("have a focus order of consent that equals the reading order: another account, allow, deny", async () => {
    const page = await pageWith(sampleViews("en", plainNames.en), 1280);
    await page.goto(address("consent-operator"));
    const visited: unknown[] = [];
    for (const _ of [1, 2, 3, 4]) {
      await page.keyboard.press("Tab");
      visited.push(await page.evaluate(focused));
    }
    assert.deepEqual(visited, [
      { at: "skip", outlined: true },
      { at: "switch", outlined: true },
      { at: "allow", outlined: true },
      { at: "deny", outlined: true },
    ]);
  });

  void test("copy the configuration of an agent with the keyboard, and announce it", async () => {
    const page = await pageWith(sampleViews("en", plainNames.en), 1280);
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.goto(address("admin-agents"));
    const buttons = await page.getByRole("button", { name: /^Copy: / }).all();
    assert.ok(buttons.length > 10);
    await page.getByRole("button", { name: "Copy: Claude Code, Command line" }).press("Enter");
    await page.getByRole("status").filter({ hasText: "Copied" }).waitFor({ state: "attached" });
    assert.equal(
      await page.evaluate("navigator.clipboard.readText()"),
      "claude mcp add --transport http learn-harbour-example https://learn.harbour.example/mcp/connect",
    );
  });

  void test("report the error first, in the title too, and link it to the fields", async () => {
    const page = await pageWith(sampleViews("en", plainNames.en), 1280);
    await page.goto(address("sign-in-wrong"));
    assert.match(await page.title(), /^Problem: /);
    const problem = await page.getByRole("alert").textContent();
    for (const label of ["Email address", "Password"]) {
      const field = page.getByLabel(label);
      assert.equal(await field.getAttribute("aria-invalid"), "true");
      assert.equal(await page.locator(`#${await field.getAttribute("aria-describedby")}`).textContent(), problem);
    }
  });

  void test("send the decision, the member it was shown to and the form token", async () => {
    const page = await pageWith(sampleViews("en", plainNames.en), 1280);
    await page.goto(address("consent-member"));
    const sent = page.waitForRequest((request) => request.method() === "POST");
    await page.getByRole("button", { name: "Deny" }).click({ noWaitAfter: true });
    assert.deepEqual(Object.fromEntries(new URLSearchParams((await sent).postData() ?? "")), {
      csrf: "c5rf",
      member_id: "mbr_0123456789abcdefghjkmnpqrs",
      decision: "deny",
    });
  });
});

/** Visible elements that end beyond the right edge of the window. Code and wide tables scroll by themselves. */
const beyondTheEdge = `[...document.body.querySelectorAll("*")]
  .filter((element) => !element.closest(".hidden, .skip"))
  .filter((element) => !element.parentElement.closest("pre, .scroll, .wide-table"))
  .filter((element) => element.getBoundingClientRect().right > document.documentElement.clientWidth + 0.5)
  .map((element) => element.outerHTML.slice(0, 120))`;

/** A checkbox is as large as the label around it. */
const smallControls = `[...document.querySelectorAll("button, input:not([type=hidden]), textarea, summary, a.button")]
  .map((element) => (element.matches("[type=checkbox], [type=radio]") ? element.closest("label") : element))
  .filter((element) => element.checkVisibility())
  .filter((element) => !element.closest("[aria-hidden=true]"))
  .filter((element) => element.getBoundingClientRect().height < 44)
  .map((element) => element.outerHTML.slice(0, 120))`;

/** The focused element by its value or class, and whether its focus is visible. */
const focused = `({
  at: document.activeElement.value || document.activeElement.className,
  outlined: getComputedStyle(document.activeElement).outlineStyle === "solid",
})`;
