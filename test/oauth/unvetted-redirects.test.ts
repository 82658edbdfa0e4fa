import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { answerOf } from "../support/world.ts";
import { askInVain } from "./support/ask.ts";
import { asks, assertOnPage } from "./support/document-client.ts";
import { met, review } from "./support/met-application.ts";

const refused: [string, Record<string, string | undefined>, string][] = [
  ["an invalid request", { code_challenge: undefined }, "invalid_request"],
  ["an unknown scope", { scope: "nonsense" }, "invalid_scope"],
  ["another resource", { resource: "https://elsewhere.example.test" }, "invalid_target"],
  ["prompt=none", { prompt: "none" }, "login_required"],
];

void describe("An error of an unreviewed client", () => {
  for (const [what, extra, code] of refused) {
    void test(`stays on a page before sign-in: ${what}`, async () => {
      const of = await met();
      const page = await asks(of.site, of.client, extra);
      assertOnPage(page, /Invalid request from an app/);
      assert.ok(page.body.includes(`/docs/errors/${code}"`), `${code} is not on the page`);
      assert.equal(page.body.includes(`href="https://${of.application.host}`), false);
    });

    void test(`is redirected after sign-in: ${what}`, async () => {
      const of = await met();
      const browser = await of.site.signedIn(of.owner);
      const expected = code === "login_required" ? "consent_required" : code;
      assert.equal(answerOf(await asks(of.site, of.client, extra, browser)).error, expected);
    });

    void test(`is redirected immediately after a review: ${what}`, async () => {
      const of = await met();
      await review(of, "approved");
      assert.equal((await askInVain(of.site, of.client, extra)).error, code);
    });
  }

  void test("is redirected immediately to a program on the visitor's own computer", async () => {
    const of = await met({ redirect_uris: ["http://127.0.0.1:43117/callback"] });
    assert.equal((await askInVain(of.site, of.client, { code_challenge: undefined })).error, "invalid_request");
  });

  void test("stays on a page for a session of another site and for an invented one", async () => {
    const of = await met();
    const browser = of.site.browser();
    for (const [name] of (await of.site.signedIn(of.owner)).cookies) browser.cookies.set(name, "invented");
    assertOnPage(await asks(of.site, of.client, { code_challenge: undefined }, browser), /Invalid request from an app/);
  });
});
