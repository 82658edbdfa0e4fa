import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { later, minute } from "../../support/clock.ts";
import { linkIn, mailsTo } from "../../support/doubles/mailroom.ts";
import { codeOf, enterCode, enterPassword, isSignedIn, setUpApp } from "../../support/second-factors.ts";
import { anApiKey } from "../../support/worlds/api-key.ts";
import { type AMember, aSite, type ASite, authorizeUrl } from "../../support/world.ts";
import { operatorOf } from "../../rest/support/operator.ts";
import { anAskedCode, aSiteWithCodes } from "../../pages/sign-in/support/mailed-codes.ts";
import { anAddress, askForPassword, askToSignUp, chosen, linkTo } from "../../pages/support/sign-up-forms.ts";

/** Two schools at which the same person is a member. The attacker runs the first one. */
async function twoSchools() {
  const [evil, victim] = [await aSite(), await aSite()];
  const there = await victim.member({ roles: ["owner"] });
  const here = await evil.member({ email: there.email });
  return { evil, victim, here, there };
}

const csrfOf = ({ body }: { body: string }) => /name="csrf" value="([^"]*)"/.exec(body)![1]!;

/** A person whose second step waits at a school. */
async function waitingStep(site: ASite, member: AMember) {
  const app = await setUpApp(site, member);
  const browser = site.browser();
  return { ...app, browser, page: await enterPassword(browser, member) };
}

void describe("At another school of the same person, nothing opens", () => {
  void test("by the session cookie of a school", async () => {
    const { evil, victim, here } = await twoSchools();
    const thief = victim.browser();
    for (const [name, value] of (await evil.signedIn(here)).cookies) thief.cookies.set(name, value);
    assert.equal(await isSignedIn(thief), false);
  });

  void test("by the first step of a sign-in, sealed for a school", async () => {
    const { evil, victim, here, there } = await twoSchools();
    const [own, app] = [await waitingStep(evil, here), await waitingStep(victim, there)];
    const step = /name="step" value="([^"]+)"/.exec(own.page.body)?.[1];
    assert.ok(step, own.page.body.slice(0, 3000));
    const code = await codeOf(app.secret, 1);
    const csrf = csrfOf(app.page);
    assert.notEqual((await app.browser.open("/sign-in/code", { csrf, step, code })).address, "/learn");
    assert.equal(await isSignedIn(app.browser), false);
  });

  void test("by the code of an authenticator app, or a recovery code, of a school", async () => {
    const { evil, victim, here, there } = await twoSchools();
    const own = await setUpApp(evil, here);
    const { browser, page } = await waitingStep(victim, there);
    for (const code of [own.recoveryCodes[0]!, await codeOf(own.secret, 1)]) {
      assert.equal((await enterCode(browser, page, code)).status, 401);
    }
    assert.equal(await isSignedIn(browser), false);
  });

  void test("by a mailed link of a school: a new password, a sign-up, an invitation", async () => {
    const { evil, victim, here } = await twoSchools();
    await askForPassword(evil.browser(), here.email);
    const newcomer = anAddress();
    await evil.set({ openSignUp: true });
    await askToSignUp(evil.browser(), { email: newcomer });
    const invited = anAddress();
    const owner = await operatorOf(evil, "members:read members:write");
    await evil.verifySender("hello@school.example");
    await owner.post("/members", { email: invited, roles: ["manager"] });
    const links = [await linkTo(here.email), await linkTo(newcomer), linkIn((await mailsTo(invited))[0]!)];
    for (const link of links) {
      const browser = victim.browser();
      const page = await browser.open(link);
      assert.equal(page.status, 404, link);
      const csrf = csrfOf(await browser.open("/sign-in"));
      const fields = { csrf, link: link.split("link=")[1]!, password: chosen, name: "Mallory" };
      assert.equal((await browser.open(link.split("?")[0]!, fields)).status, 404, link);
      assert.equal(await isSignedIn(browser), false);
    }
  });

  void test("by the digits of a school, also with its cookie", async () => {
    const { digits, browser: own, member } = await anAskedCode();
    const victim = await aSiteWithCodes();
    await victim.member({ email: member.email });
    const thief = victim.browser();
    for (const [name, value] of own.cookies) thief.cookies.set(name, value);
    const csrf = csrfOf(await thief.open("/sign-in"));
    assert.equal((await thief.open("/sign-in/email/enter", { csrf, digits })).status, 401);
    assert.equal(await isSignedIn(thief), false);
  });

  void test("by a code, an access token, a refresh token or an API key of a school", async () => {
    const { evil, victim, here } = await twoSchools();
    const [client, same] = [await evil.operatorClient(), await victim.operatorClient()];
    const tokens = await evil.connect(client, here, "openid");
    const { code, verifier } = await evil.allow(client, here, "openid");
    const { key } = await anApiKey(evil, await evil.member({ roles: ["owner"] }));
    for (const each of [client, same]) {
      assert.ok((await victim.exchange(each, code, verifier)).statusCode >= 400);
      assert.ok((await victim.refresh(each, tokens.refresh_token)).statusCode >= 400);
    }
    assert.equal((await victim.userinfo(tokens.access_token)).statusCode, 401);
    assert.equal((await victim.get("/api/v1/courses", { bearer: key })).statusCode, 401);
    assert.equal((await evil.get("/api/v1/courses", { bearer: key })).statusCode, 200);
  });

  void test("by an id_token_hint of a school: it neither signs in nor out", async () => {
    const { evil, victim, here, there } = await twoSchools();
    const { id_token: hint = "" } = await evil.connect(await evil.operatorClient(), here, "openid");
    const browser = await victim.signedIn(there);
    await browser.open(`/oauth/logout?id_token_hint=${hint}`);
    assert.equal(await isSignedIn(browser), true);
    const { url } = authorizeUrl(await victim.operatorClient(), { id_token_hint: hint });
    assert.match((await browser.open(url)).address, /error=invalid_request/);
  });

  void test("by a form token of a school", async () => {
    const { evil, victim, here, there } = await twoSchools();
    const csrf = csrfOf(await (await evil.signedIn(here)).open("/account"));
    const browser = await victim.signedIn(there);
    assert.equal((await browser.request("POST", "/account/profile", { csrf, name: "Mallory" })).statusCode, 403);
  });

  void test("by the cookie with which staff of a school view it as the person", async () => {
    const { evil, victim, here } = await twoSchools();
    const staff = await evil.signedIn(await evil.member({ roles: ["owner"] }));
    const page = await staff.open(`/admin/members/${here.sub}`);
    assert.equal((await staff.submit(page, {}, `/admin/members/${here.sub}/view`)).address, "/learn");
    const thief = victim.browser();
    for (const [name, value] of staff.cookies) thief.cookies.set(name, value);
    assert.equal(await isSignedIn(thief), false);
  });

  void test("by a second factor that the attacker removed at their own school", async () => {
    const { evil, victim, here, there } = await twoSchools();
    await setUpApp(victim, there);
    const own = await setUpApp(evil, here);
    await own.browser.submit(
      await own.browser.open("/account/security/app/remove"),
      {},
      "/account/security/app/remove",
    );
    await later(minute, async () => {
      const browser = victim.browser();
      assert.match((await enterPassword(browser, there)).body, /name="code"/);
      assert.equal(await isSignedIn(browser), false);
    });
  });
});
