import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { Browser } from "playwright-core";
import { operatorOf } from "../../rest/support/operator.ts";
import { launchBrowser } from "../../support/browser.ts";
import { aLiveSite, type LiveSite } from "../../support/worlds/live-site.ts";
import { created } from "../support/free-school.ts";
import { aMembership } from "../support/membership.ts";

void describe("Membership plans in a browser", () => {
  let browser: Browser;
  let live: LiveSite;

  before(async () => {
    [browser, live] = await Promise.all([launchBrowser(), aLiveSite()]);
    const operator = await operatorOf(live.site, "membership_plans:write");
    const { id } = await aMembership(operator);
    const price = { amount: 9000, currency: "USD" };
    await created(operator.post(`/membership_plans/${id}/pricings`, { price, interval: "year" }));
  });
  after(async () => {
    await browser.close();
    await live.close();
  });

  void test("switch between monthly and yearly prices by keyboard, without scripts", async () => {
    const context = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 360, height: 800 } });
    const page = await context.newPage();
    await page.goto(`${live.origin}/membership-plans`);
    const visible = async () =>
      (await page.locator(".plan-price").all()).map(async (price) => (await price.isVisible()) && price.innerText());
    const shown = async () => (await Promise.all(await visible())).filter((text) => text !== false).join(" ");
    assert.match(await shown(), /^\$9 per month/);
    await page.getByRole("radio", { name: "Monthly" }).focus();
    await page.keyboard.press("ArrowRight");
    assert.match(await shown(), /^\$90 per year/);
    await context.close();
  });
});
