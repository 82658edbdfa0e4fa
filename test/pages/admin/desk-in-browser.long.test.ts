import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { Browser } from "playwright-core";
import { anOpenEvent, eventScopes, register } from "../../rest/support/an-event.ts";
import { operatorOf } from "../../rest/support/operator.ts";
import { launchBrowser } from "../../support/browser.ts";
import { violationsOf } from "../../support/browsers/accessibility.ts";
import { runJobsOf } from "../../support/processes/run-jobs.ts";
import { aLiveSite, type LiveSite } from "../../support/worlds/live-site.ts";
import { anOwner } from "../support/admin-browser.ts";

/** A reader of codes and a camera, which browsers of tests do not have. The reader finds the stored text. */
const camera = `
  globalThis.BarcodeDetector = class {
    static async getSupportedFormats() { return ["qr_code"]; }
    async detect() { const rawValue = localStorage.getItem("code"); return rawValue ? [{ rawValue }] : []; }
  };
  const canvas = document.createElement("canvas");
  const drawing = canvas.getContext("2d");
  setInterval(() => drawing.fillRect(0, 0, 9, 9), 100);
  Object.defineProperty(navigator, "mediaDevices", { value: { getUserMedia: async () => canvas.captureStream(5) } });
`;

void describe("The desk of a school in a browser", () => {
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

  void test("reads the code of a ticket with the camera, which stays on for the next guest", async () => {
    const operator = await operatorOf(live.site, eventScopes);
    const { event, ticket } = await anOpenEvent(operator);
    const guest = await register(operator, event, { email: "ana@door.example", name: "Ana", ticket_id: ticket.id });
    const page = await anOwner(live, browser, { viewport: { width: 360, height: 740 } });
    await page.addInitScript(camera);
    await page.goto(`${live.origin}/admin/events/${event.id}/check-in`);
    assert.deepEqual(await violationsOf(page), []);
    await page.getByRole("button", { name: "Scan with the camera" }).click();
    await page.evaluate((code) => localStorage.setItem("code", code), String(guest["check_in_code"]));
    await page.getByText("Ana is checked in.").waitFor();
    await page.evaluate(() => localStorage.removeItem("code"));
    await page.getByRole("button", { name: "Stop the camera" }).click();
    await page.getByRole("button", { name: "Scan with the camera" }).waitFor();
    await page.context().close();
  });

  void test("shows pages of the school with colors that are not saved, under the policy of the page", async () => {
    const page = await anOwner(live, browser, { viewport: { width: 1280, height: 900 } });
    const messages: string[] = [];
    page.on("pageerror", (error) => messages.push(error.message));
    await page.goto(`${live.origin}/admin/appearance/edit`);
    const frame = page.frameLocator("iframe.preview-frame");
    await frame.locator("main").waitFor();
    assert.deepEqual(await violationsOf(page), []);
    await page.locator("[name='colors.background']").fill("#102030");
    await page.getByText(/Text color on Background color: contrast/).waitFor();
    const style = frame.locator("link[rel=stylesheet][href*='colors.background=%23102030']");
    await style.waitFor({ state: "attached" });
    assert.equal(await style.evaluate((link) => "sheet" in link && link.sheet !== null), true);
    await page.getByRole("button", { name: "Sign-in page" }).click();
    await frame.locator("input[name=password]").waitFor();
    assert.deepEqual(messages, []);
    await page.context().close();
  });

  void test("follows an import without a reload", async () => {
    const page = await anOwner(live, browser);
    await page.goto(`${live.origin}/admin/imports`);
    const buffer = Buffer.from("Mail;Full name\ncleo@desk.example;Cleo Reyes\n");
    await page.getByLabel("CSV file").setInputFiles({ name: "people.csv", mimeType: "text/csv", buffer });
    await page.getByRole("button", { name: "Next: columns" }).click();
    assert.deepEqual(await violationsOf(page), []);
    await page.getByRole("button", { name: "Import 1 rows" }).click();
    await page.getByText("The import is running.").waitFor();
    await page.evaluate(() => Object.assign(globalThis, { stays: true }));
    await runJobsOf(live.site.site);
    await page.getByText("The import is done. All 1 rows were imported.").waitFor();
    assert.equal(await page.evaluate(() => "stays" in globalThis), true);
    await page.context().close();
  });
});
