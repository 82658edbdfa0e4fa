import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { setUpApp } from "../support/second-factors.ts";
import { aSite, later, password } from "../support/world.ts";

const hour = 3_600_000;

void describe("A stolen session with the password, long after the second factor was proven", () => {
  void test("cannot remove the factor by changing the password first", async () => {
    const site = await aSite();
    const { browser } = await setUpApp(site, await site.member());
    await later(hour, async () => {
      const form = await browser.open("/account/password");
      const changed = await browser.submit(form, { current: password, password: "quiet-lantern-copper-58" });
      assert.equal(changed.address, "/account?done=password_changed");
      const page = await browser.open("/account/security/app/remove");
      assert.match(page.address, /^\/account\/confirm\?/);
    });
  });
});
