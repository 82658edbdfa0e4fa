import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { auditOf, setRoles, setStatus } from "../../support/worlds/records.ts";
import type { Page, TestBrowser } from "../../support/browser-session.ts";
import { type AMember, answerOf, type ASite, authorizeUrl, password } from "../../support/world.ts";
import { requested, grantedOf, textOf } from "../support/asked.ts";

const isAskedAgain = (page: Page) => page.status === 200 && page.address.startsWith("/consent?");

/** Signs another member in, in the same browser: a shared computer. */
async function enterAs(site: ASite, browser: TestBrowser, member: AMember): Promise<void> {
  const session = "__Host-lectern_session";
  browser.cookies.set(session, (await site.signedIn(member)).cookies.get(session)!);
}

void describe("A forged decision", () => {
  void test("is ignored without the form's token, or with another browser's", async () => {
    const { site, browser, page } = await requested();
    const other = await (await site.signedIn(await site.member())).open("/account");
    const foreign = /name="csrf" value="([^"]+)"/.exec(other.body)![1]!;
    for (const csrf of ["", "made-up", foreign]) {
      assert.ok(isAskedAgain(await browser.submit(page, { csrf, decision: "allow" })));
    }
    assert.ok(answerOf(await browser.submit(page, { decision: "allow" })).code);
  });

  void test("is ignored from a page shown to another member: it starts again", async () => {
    const { site, browser, page } = await requested();
    const other = await site.member();
    await enterAs(site, browser, other);
    const again = await browser.submit(page, { decision: "allow" });
    assert.ok(isAskedAgain(again));
    assert.ok(textOf(again).includes(other.email));
    assert.ok(answerOf(await browser.submit(again, { decision: "allow" })).code);
  });

  void test("is ignored from a member who is signed out or suspended", async () => {
    const { site, member, browser, page } = await requested();
    await setStatus(site, member, "suspended");
    assert.match((await browser.submit(page, { decision: "allow" })).address, /^\/sign-in\?/);
    await setStatus(site, member, "active");
    browser.cookies.delete("__Host-lectern_session");
    assert.match((await browser.submit(page, { decision: "allow" })).address, /^\/sign-in\?/);
  });

  void test("is ignored after the session ended: the member gets an explanation, signs in and sees the consent page again", async () => {
    const { member, browser, page } = await requested();
    browser.cookies.delete("__Host-lectern_session");
    const signIn = await browser.submit(page, { decision: "allow" });
    assert.ok(textOf(signIn).includes("You have been signed out."));
    const wrong = await browser.submit(signIn, { email: member.email, password: "wrong" });
    assert.equal(textOf(wrong).includes("You have been signed out."), false);
    const again = await browser.submit(wrong, { email: member.email, password });
    assert.ok(isAskedAgain(again));
    assert.ok(answerOf(await browser.submit(again, { decision: "allow" })).code);
  });

  void test("is ignored in another browser", async () => {
    const { site, member, page } = await requested();
    const attacker = await site.signedIn(member);
    await attacker.open("/account");
    assert.equal((await attacker.submit(page, { decision: "allow" })).status, 400);
  });
});

void describe("Between the page and the decision", () => {
  const all = "openid courses:read orders:read";

  void test("a role that gained scopes adds nothing to those shown", async () => {
    const { site, member, client, browser, page, verifier } = await requested({ roles: ["lecturer"], scope: all });
    await setRoles(site, member, ["owner"]);
    const end = await browser.submit(page, { decision: "allow" });
    assert.equal(await grantedOf(site, client, end, verifier), "openid courses:read");
  });

  void test("a role that lost scopes removes them", async () => {
    const { site, member, client, browser, page, verifier } = await requested({ roles: ["owner"], scope: all });
    await setRoles(site, member, ["lecturer"]);
    const end = await browser.submit(page, { decision: "allow" });
    assert.equal(await grantedOf(site, client, end, verifier), "openid courses:read");
  });

  void test("the form cannot gain scopes that were not requested", async () => {
    const { site, client, browser, page, verifier } = await requested({
      roles: ["owner"],
      scope: "openid courses:read",
    });
    const forged = { ...page, body: page.body.replace(/scope=[^"]*"/, 'scope=openid%20courses:read%20members:write"') };
    const end = await browser.submit(forged, { decision: "allow" });
    assert.equal(await grantedOf(site, client, end, verifier), "openid courses:read");
  });

  void test("a role without any of the scopes is invalid_scope, not a denial", async () => {
    const { site, member, browser, page } = await requested({ roles: ["owner"], scope: "courses:read orders:read" });
    await setRoles(site, member, ["student"]);
    const answer = answerOf(await browser.submit(page, { decision: "allow" }));
    assert.deepEqual([answer.error, answer.state, answer.code], ["invalid_scope", "xyz", ""]);
    assert.match(answer.description!, /role/);
    const refused = (await auditOf(site)).find(({ action }) => action === "refuseClient");
    assert.equal(refused!.details["error"], "invalid_scope");
  });

  void test("a form with all scopes removed grants nothing, with an explanation", async () => {
    for (const scope of ["", "phone"]) {
      const { site, browser, page } = await requested();
      const forged = { ...page, body: page.body.replace(/scope=[^"]*"/, `scope=${scope}"`) };
      const answer = answerOf(await browser.submit(forged, { decision: "allow" }));
      assert.deepEqual([answer.error, answer.code], ["invalid_scope", ""]);
      assert.match(answer.description!, /approved none of the requested/);
      assert.ok((await auditOf(site)).some(({ action }) => action === "refuseClient"));
    }
  });
});

void test("A request that requires a new sign-in is not answered by an older session", async () => {
  const { site, member, client, browser } = await requested();
  const waiting = await browser.open(authorizeUrl(client, { prompt: "login" }).url);
  const consent = waiting.address.replace("/sign-in", "/consent");
  const csrf = /name="csrf" value="([^"]+)"/.exec(waiting.body)![1]!;
  const form = { csrf, member_id: member.sub, decision: "allow" };
  const response = await browser.request("POST", `${consent}&scope=openid`, form);
  assert.match(String(response.headers.location), /^\/sign-in\?/);
  assert.equal(
    (await auditOf(site)).some(({ action }) => action === "allowClient"),
    false,
  );
});
