import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { Page, TestBrowser } from "../../support/browser-session.ts";
import { aSite, type ASite, password } from "../../support/world.ts";

const session = "__Host-lectern_session";

const entered = async (site: ASite, form: Record<string, string>, browser: TestBrowser) => {
  const member = await site.member();
  return browser.request("POST", "/sign-in", { email: member.email, password, ...form });
};
const csrfOf = ({ body }: Page) => /name="csrf" value="([^"]+)"/.exec(body)![1]!;

void describe("A forged form", () => {
  void test("signs no member in: without a token, with an invented one, with another browser's", async () => {
    const site = await aSite();
    const browser = site.browser();
    await browser.open("/sign-in");
    const foreign = csrfOf(await site.browser().open("/sign-in"));
    for (const form of [{}, { csrf: "" }, { csrf: "x".repeat(86) }, { csrf: foreign }]) {
      const response = await entered(site, form as Record<string, string>, browser);
      assert.equal(response.statusCode, 403);
      assert.equal(browser.cookies.has(session), false);
    }
  });

  void test("signs no member in if the browser has no cookie yet", async () => {
    const site = await aSite();
    const csrf = csrfOf(await site.browser().open("/sign-in"));
    assert.equal((await entered(site, { csrf }, site.browser())).statusCode, 403);
  });

  void test("signs no member out", async () => {
    const site = await aSite();
    const browser = await site.signedIn(await site.member());
    await browser.request("POST", "/sign-out", { csrf: "made-up" });
    await browser.request("GET", "/sign-out");
    assert.equal((await browser.open("/account")).address, "/account");
  });
});
