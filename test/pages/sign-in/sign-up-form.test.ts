import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { findAccountByEmail } from "#domain/people/accounts/queries.ts";
import { database } from "../../support/databases/database.ts";
import { auditActions } from "../../support/worlds/records.ts";
import { aSite, buildProcess, siteAt } from "../../support/world.ts";
import { alertOn, anAddress, askToSignUp, chosen, linkTo } from "../support/sign-up-forms.ts";

const open = { openSignUp: true };

void describe("The sign-up form", () => {
  void test("All errors of the form are reported together, the input is kept, and no email is sent", async () => {
    const site = await aSite(open);
    const browser = site.browser();
    const page = await askToSignUp(browser, { name: "  ", email: "nowhere", password: "short" });
    assert.equal(page.status, 422);
    for (const message of ["Enter the name", "not an email address", "at least 10 characters"]) {
      assert.ok(alertOn(page)!.includes(message), message);
    }
    assert.match(page.body, /name="email"[^>]*value="nowhere"[^>]*aria-invalid="true"/s);
    const hostile = await askToSignUp(browser, { name: '"><script>alert(1)</script>', email: "x", password: chosen });
    assert.equal(hostile.body.includes("<script>"), false);
    for (const secret of ["password123", "aaaaaaaaaaaa", "x".repeat(201)]) {
      const weak = await askToSignUp(browser, { email: anAddress(), password: secret });
      assert.equal(weak.status, 422, secret);
      assert.equal(weak.body.includes(secret), false, "A password is never sent back.");
    }
    assert.deepEqual(await auditActions(site), []);
  });

  void test("A name of several lines or excessive length is rejected", async () => {
    const site = await aSite(open);
    for (const name of ["Bo\r\nBcc: x@example.test", "Bo\u2028Lind", "x".repeat(201), "\u0000"]) {
      assert.ok((await askToSignUp(site.browser(), { name, email: anAddress() })).status >= 400, JSON.stringify(name));
    }
    assert.deepEqual(await auditActions(site), []);
  });

  void test("A forged form changes nothing", async () => {
    const site = await aSite(open);
    const email = anAddress();
    const browser = site.browser();
    await browser.open("/sign-up");
    const form = { name: "Bo", email, password: chosen };
    for (const csrf of ["", "made-up"]) {
      assert.equal((await browser.request("POST", "/sign-up", { ...form, csrf })).statusCode, 403);
    }
    assert.equal((await browser.request("POST", "/sign-up", form)).statusCode, 403);
    await askToSignUp(browser, { email });
    const link = (await linkTo(email)).split("=")[1]!;
    const forged = await browser.request("POST", "/sign-up/confirm", { link, csrf: "made-up" });
    assert.equal(forged.statusCode, 403);
    assert.equal(await findAccountByEmail(database, email), undefined);
  });

  void test("A closed site has no sign-up page, no link to it, and accepts no earlier link", async () => {
    const site = await aSite(open);
    const email = anAddress();
    const browser = site.browser();
    await askToSignUp(browser, { email });
    const address = await linkTo(email);
    const page = await browser.open(address);
    await site.set({ openSignUp: false });
    assert.doesNotMatch((await site.browser().open("/sign-in")).body, /sign-up/);
    for (const path of ["/sign-up", address]) assert.equal((await browser.open(path)).status, 404, path);
    assert.equal((await browser.submit(page, {})).status, 404);
    assert.equal((await browser.open("/sign-up", { email: anAddress(), csrf: "" })).status, 404);
    assert.equal(await findAccountByEmail(database, email), undefined);
  });

  void test("Without outgoing email there is no sign-up and no mention of it", async () => {
    const site = siteAt((await aSite(open)).site, buildProcess());
    assert.doesNotMatch((await site.browser().open("/sign-in")).body, /sign-up/);
    assert.equal((await site.browser().open("/sign-up")).status, 404);
    assert.equal((await site.browser().open("/sign-up", { email: anAddress() })).status, 404);
  });
});
