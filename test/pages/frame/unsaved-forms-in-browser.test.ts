import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { Browser } from "playwright-core";
import { aClass, assignmentScopes } from "../../rest/support/assigned-class.ts";
import { operatorOf } from "../../rest/support/operator.ts";
import { launchBrowser } from "../../support/browser.ts";
import { aLiveSite } from "../../support/worlds/live-site.ts";
import { password } from "../../support/world.ts";

void describe("A student in a browser, whose session ends while writing", () => {
  let browser: Browser;
  let live: Awaited<ReturnType<typeof aLiveSite>>;

  before(async () => {
    [browser, live] = await Promise.all([launchBrowser(), aLiveSite()]);
  });
  after(async () => {
    await browser.close();
    await live.close();
  });

  void test("gets the text back after sign-in and hands it in", async () => {
    const operator = await operatorOf(live.site, assignmentScopes);
    const { member, path } = await aClass(operator);
    const context = await browser.newContext();
    const page = await context.newPage();
    const signIn = async () => {
      await page.fill("#email", member.email);
      await page.fill("#password", password);
      await page.click("main form button");
    };
    await page.goto(`${live.origin}/sign-in?return_to=${path}`);
    await signIn();
    await page.fill("#text", "Over, under\nand through");
    await page.setInputFiles("#files", { name: "knot.txt", mimeType: "text/plain", buffer: Buffer.from("A bowline") });
    await context.clearCookies({ name: /session/ });
    await page.click('form[action*="/work"] button[type="submit"]');
    await page.waitForSelector("#email");
    await signIn();
    assert.equal(await page.inputValue("#text"), "Over, under\nand through");
    assert.match((await page.textContent("#problem"))!, /Nothing has been saved.*Choose your files again/);
    await page.click('form[action*="/work"] button[type="submit"]');
    await page.waitForSelector(".handed-in");
    const { data } = (await operator.get("/submissions")).json<{ data: { text: string }[] }>();
    assert.deepEqual(
      data.map(({ text }) => text.replaceAll("\r\n", "\n")),
      ["Over, under\nand through"],
    );
  });
});
