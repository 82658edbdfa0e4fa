import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { Browser } from "playwright-core";
import { attend } from "../../member/support/own-items.ts";
import { launchBrowser } from "../../support/browser.ts";
import { aLiveSite, type LiveSite } from "../../support/worlds/live-site.ts";

void describe("The time of an event in a browser", () => {
  let browser: Browser;
  let live: LiveSite;

  before(async () => {
    [browser, live] = await Promise.all([launchBrowser(), aLiveSite()]);
  });
  after(async () => {
    await browser.close();
    await live.close();
  });

  /** Returns the text that the page adds for a visitor in a zone. Nothing is blocked by the policy of the page. */
  async function ownTimeIn(timezoneId: string, address: string, locale = "en-GB") {
    const context = await browser.newContext({ timezoneId, locale });
    const page = await context.newPage();
    const errors: string[] = [];
    page.on("console", (message) => void (message.type() === "error" && errors.push(message.text())));
    await page.goto(live.origin + address);
    const found = await page.locator(".own-time:not([hidden])").allTextContents();
    await context.close();
    assert.deepEqual(errors, []);
    return found;
  }

  void test("is also shown in the zone of the visitor, unless it is the same", async () => {
    const startsAt = new Date("2099-10-25T00:30:00Z");
    const times = { startsAt, endsAt: new Date("2099-10-25T02:00:00Z"), timeZone: "Europe/London", format: "online" };
    const { eventId } = await attend(live.site, await live.site.member(), 24, { event: times });
    const address = `/events/regatta-${eventId}`;
    assert.deepEqual(await ownTimeIn("Asia/Taipei", address), ["Your time: Sun, 25 Oct 2099, 08:30 – 10:00"]);
    assert.deepEqual(await ownTimeIn("America/New_York", address), ["Your time: Sat, 24 Oct 2099, 20:30 – 22:00"]);
    assert.deepEqual(await ownTimeIn("Asia/Taipei", address, "zh-TW"), [
      "你的當地時間：2099年10月25日週日 08:30 – 10:00",
    ]);
    assert.deepEqual(await ownTimeIn("Europe/Lisbon", address), []);
  });
});
