import assert from "node:assert/strict";
import { test } from "node:test";
import { violationsOf } from "../support/accessibility.ts";
import { launchBrowser } from "../support/browser.ts";
import { aLiveSite } from "../support/live-site.ts";

void test("/docs/api shows every operation in a browser, and requests nothing from other origins", async () => {
  const [browser, live] = await Promise.all([launchBrowser(), aLiveSite()]);
  try {
    const page = await browser.newPage();
    const foreign: string[] = [];
    const refused: string[] = [];
    page.on("request", (request) => {
      if (!request.url().startsWith(live.origin) && !request.url().startsWith("data:")) foreign.push(request.url());
    });
    page.on("console", (message) => {
      if (message.type() === "error") refused.push(message.text());
    });
    await page.goto(`${live.origin}/docs/api`);
    await page.getByText("Operator API of Harbour School").waitFor();
    await page
      .getByRole("button", { name: /Expand operation/ })
      .first()
      .waitFor();
    await page.locator("#operations-tag-courses button").first().click();
    await page.getByText("/api/v1/courses/{course}/publish").waitFor();
    assert.deepEqual([foreign, refused], [[], []]);
    if (process.env["PICTURES"]) await page.screenshot({ path: `${process.env["PICTURES"]}/docs-api.png` });
  } finally {
    await Promise.all([browser.close(), live.close()]);
  }
});

void test("/docs/api can be read on a phone, and follows the dark mode of the device", async () => {
  const [browser, live] = await Promise.all([launchBrowser(), aLiveSite()]);
  try {
    const viewport = { width: 390, height: 844 };
    const page = await browser.newPage({ viewport, colorScheme: "dark" });
    await page.goto(`${live.origin}/docs/api`);
    const text = page.locator("#operations-tag-course_categories small");
    await text.waitFor();
    const box = await text.boundingBox();
    assert.ok(box && box.width > 200, `The text is ${box?.width} pixels wide.`);
    const background = () => page.evaluate<string>("getComputedStyle(document.documentElement).backgroundColor");
    assert.equal(await background(), "rgb(28, 32, 34)");
    await page.emulateMedia({ colorScheme: "light" });
    await page.locator("html:not(.dark-mode)").waitFor();
    assert.notEqual(await background(), "rgb(28, 32, 34)");
  } finally {
    await Promise.all([browser.close(), live.close()]);
  }
});

void test("/docs/api fits a phone with operations open, and its text has enough contrast", async () => {
  const [browser, live] = await Promise.all([launchBrowser(), aLiveSite()]);
  try {
    for (const colorScheme of ["light", "dark"] as const) {
      const page = await browser.newPage({ viewport: { width: 390, height: 844 }, colorScheme });
      await page.goto(`${live.origin}/docs/api`);
      await page.locator("#operations-tag-courses button").first().click();
      for (const name of ["createCourse", "deleteCourse", "upsertCourse"]) {
        await page.locator(`#operations-courses-${name} .opblock-summary-control`).click();
        await page.locator(`#operations-courses-${name} .responses-table`).waitFor();
      }
      await page.locator("#operations-courses-upsertCourse .microlight").first().waitFor();
      const width = () => page.evaluate<number>("document.documentElement.scrollWidth");
      assert.equal(await width(), 390, colorScheme);
      const findings = (await violationsOf(page)).filter((finding) => finding.startsWith("color-contrast"));
      assert.deepEqual(findings, [], colorScheme);
      await page.close();
    }
  } finally {
    await Promise.all([browser.close(), live.close()]);
  }
});
