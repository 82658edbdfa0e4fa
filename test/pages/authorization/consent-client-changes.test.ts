import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { Page } from "../../support/browser-session.ts";
import { now } from "../../support/clock.ts";
import { auditActions, auditOf, changeClient } from "../../support/worlds/records.ts";
import { answerOf, type ASite, authorizeUrl, password } from "../../support/world.ts";
import { requested, grantedOf, textOf } from "../support/asked.ts";

const memberClient = (site: ASite) => site.operatorClient();

/** Asserts an error page without a redirect. */
function assertPage(page: Page, title: RegExp): void {
  assert.deepEqual([page.status, page.response.headers.location], [400, undefined]);
  assert.match(textOf(page), title);
}

const gone = [
  ["was deleted", /This app is no longer available/, () => ({ deletedAt: now() })],
  ["lost the redirect URI", /This app has changed/, () => ({ redirectUris: ["https://buddy.example.test/new"] })],
] as const;

for (const [what, title, changes] of gone) {
  void describe(`A client that ${what}`, () => {
    for (const decision of ["allow", "deny"]) {
      void test(`between the page and the decision "${decision}" gets no response`, async () => {
        const { site, client, browser, page } = await requested({}, memberClient);
        await changeClient(site, client, changes());
        assertPage(await browser.submit(page, { decision }), title);
        assert.equal((await auditActions(site)).includes("allowClient"), false);
      });
    }

    void test("while the member signed in gets no code, even with remembered consent", async () => {
      const { site, client, member, browser, page } = await requested({}, memberClient);
      assert.ok(answerOf(await browser.submit(page, { decision: "allow" })).code);
      const signIn = await browser.open(authorizeUrl(client, { prompt: "login" }).url);
      await changeClient(site, client, changes());
      assertPage(await browser.submit(signIn, { email: member.email, password }), title);
    });
  });
}

void describe("Scopes that a client lost between the page and the decision", () => {
  void test("are not granted", async () => {
    const { site, client, browser, page, verifier } = await requested({}, memberClient);
    await changeClient(site, client, { scopes: ["openid", "account:read"] });
    const end = await browser.submit(page, { decision: "allow" });
    assert.equal(await grantedOf(site, client, end, verifier), "openid");
  });

  void test("are invalid_scope if none remain, which is recorded in the audit log", async () => {
    const { site, client, browser, page } = await requested({}, memberClient);
    await changeClient(site, client, { scopes: ["account:read"] });
    const answer = answerOf(await browser.submit(page, { decision: "allow" }));
    assert.deepEqual([answer.error, answer.state, answer.code], ["invalid_scope", "xyz", ""]);
    assert.match(answer.description!, /the client can request/);
    const refused = (await auditOf(site)).find(({ action }) => action === "refuseClient");
    assert.equal(refused!.details["error"], "invalid_scope");
  });
});
