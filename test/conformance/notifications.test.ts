import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { Browser } from "playwright-core";
import { launchBrowser } from "../support/browser.ts";
import { aLiveSite, type LiveSite } from "../support/worlds/live-site.ts";
import { aPerson, signIn } from "../support/worlds/person.ts";
import { notify } from "../../src/domain/messages/notifications/notify.ts";

void describe("a member's notifications, in a browser without scripts", () => {
  let browser: Browser;
  let live: LiveSite;
  before(async () => {
    [browser, live] = await Promise.all([launchBrowser(), aLiveSite()]);
  });
  after(() => Promise.all([browser.close(), live.close()]));

  void test("reads one, changes the choices by keyboard, and sees them saved", async () => {
    const { site, origin } = live;
    const member = await site.member();
    const content = { title: "Pool closed", body: "Until Monday." };
    for (const topic of ["announcement", "event_changed"] as const) {
      await notify(site.context(), { memberId: member.id, topic, content: { ...content, title: topic } });
    }
    const page = await aPerson(browser, { javaScriptEnabled: false, viewport: { width: 390, height: 844 } });
    await page.goto(`${origin}/account/notifications`);
    await signIn(page, member);
    await page.getByRole("button", { name: "Mark as read: announcement" }).click();
    await page.getByText("Notification marked as read.").waitFor();
    assert.equal(await page.getByRole("button", { name: /^Mark as read: / }).count(), 1);

    await page.getByRole("link", { name: "Notification settings" }).click();
    const box = page.getByRole("checkbox", { name: "Announcements Inbox" });
    assert.equal(await box.isChecked(), true);
    await box.focus();
    await page.keyboard.press("Space");
    await page.getByRole("button", { name: "Save" }).press("Enter");
    await page.getByText("Your settings have been saved.").waitFor();
    assert.equal(await box.isChecked(), false);
    assert.equal(await page.getByRole("checkbox", { name: "Announcements Email" }).isChecked(), true);
    await page.context().close();
  });
});
