import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { decodeJwt } from "jose";
import { count, limits } from "#domain/platform/rate-limits/rate-limits.ts";
import { codeOf, enterCode, enterPassword, isSignedIn, setUpApp } from "../../support/second-factors.ts";
import { answerOf, aSite, authorizeUrl, later, password, type Tokens } from "../../support/world.ts";
import { database } from "../../support/databases/database.ts";

const minute = 60_000;

async function withApp() {
  const site = await aSite();
  const member = await site.member();
  return { site, member, ...(await setUpApp(site, member)) };
}

void describe("A member with an authenticator app", () => {
  void test("signs in with password and code, and no session exists before the code", async () => {
    const { site, member, secret } = await withApp();
    const browser = site.browser();
    const page = await enterPassword(browser, member);
    assert.equal(page.status, 200);
    assert.match(page.body, /name="code"/);
    assert.equal(await isSignedIn(browser), false);
    assert.equal(
      [...browser.cookies.keys()].some((name) => name.includes("session")),
      false,
    );
    const end = await enterCode(browser, page, await codeOf(secret, 1));
    assert.equal(end.address, "/learn");
    assert.equal(await isSignedIn(browser), true);
  });

  void test("has two factors in ID tokens", async () => {
    const { site, member, secret } = await withApp();
    const client = await site.operatorClient();
    const browser = site.browser();
    const { url, verifier } = authorizeUrl(client, { scope: "openid" });
    const step = await browser.submit(await browser.open(url), { email: member.email, password });
    const consent = await enterCode(browser, step, await codeOf(secret, 1));
    assert.match(consent.address, /^\/consent\?/);
    const { code } = answerOf(await browser.submit(consent, { decision: "allow" }));
    const { id_token } = (await site.exchange(client, code, verifier)).json<Tokens>();
    const { acr, amr } = decodeJwt(id_token!);
    assert.deepEqual({ acr, amr }, { acr: "urn:lectern:acr:two-factors", amr: ["pwd", "otp", "mfa"] });
  });

  void test("has one factor in ID tokens after removing the app and confirming the password", async () => {
    const { site, browser } = await withApp();
    const client = await site.operatorClient();
    await browser.submit(await browser.open("/account/security/app/remove"), {}, "/account/security/app/remove");
    await later(11 * minute, async () => {
      const asked = await browser.open("/account/security/app");
      assert.match(asked.address, /^\/account\/confirm\?/);
      await browser.submit(asked, { current: password });
      const { url, verifier } = authorizeUrl(client, { scope: "openid" });
      const { code } = answerOf(await browser.submit(await browser.open(url), { decision: "allow" }));
      const { id_token } = (await site.exchange(client, code, verifier)).json<Tokens>();
      const { acr, amr } = decodeJwt(id_token!);
      assert.deepEqual({ acr, amr }, { acr: "urn:lectern:acr:one-factor", amr: ["pwd"] });
    });
  });

  void test("returns to the page that asked for the sign-in", async () => {
    const { site, member, secret } = await withApp();
    const browser = site.browser();
    const page = await enterPassword(browser, member, "/sign-in?return_to=/account/notifications");
    const end = await enterCode(browser, page, await codeOf(secret, 1));
    assert.equal(end.address, "/account/notifications");
  });

  void test("cannot use a code twice, nor an older one afterwards", async () => {
    const { site, member, secret } = await withApp();
    await later(5 * minute, async () => {
      const first = site.browser();
      const code = await codeOf(secret);
      assert.equal((await enterCode(first, await enterPassword(first, member), code)).address, "/learn");
      for (const used of [code, await codeOf(secret, -1)]) {
        const second = site.browser();
        const page = await enterCode(second, await enterPassword(second, member), used);
        assert.equal(page.status, 401);
        assert.equal(await isSignedIn(second), false);
      }
    });
  });

  void test("can use the code of one request of two at the same moment", async () => {
    const { site, member, secret } = await withApp();
    const browsers = [site.browser(), site.browser()];
    const pages = await Promise.all(browsers.map((browser) => enterPassword(browser, member)));
    const code = await codeOf(secret, 1);
    const ends = await Promise.all(browsers.map((browser, index) => enterCode(browser, pages[index]!, code)));
    assert.deepEqual(
      ends.map(({ status }) => status).toSorted((one, other) => one - other),
      [200, 401],
    );
  });

  void test("uses each recovery code once, typed in any way", async () => {
    const { site, member, recoveryCodes } = await withApp();
    assert.equal(recoveryCodes.length, 10);
    const typed = ` ${recoveryCodes[0]!.toLowerCase().replaceAll("-", " ")} `;
    const first = site.browser();
    assert.equal((await enterCode(first, await enterPassword(first, member), typed)).address, "/learn");
    const second = site.browser();
    assert.equal((await enterCode(second, await enterPassword(second, member), recoveryCodes[0]!)).status, 401);
    assert.match((await first.open("/account/security")).body, /9 of your recovery codes/);
  });

  void test("waits after ten wrong codes, in every browser", async () => {
    const { site, member, secret } = await withApp();
    for (let attempt = 0; attempt < 10; attempt++) {
      const browser = site.browser();
      const page = await enterCode(browser, await enterPassword(browser, member), "000000");
      assert.equal(page.status, 401);
    }
    const browser = site.browser();
    const page = await enterCode(browser, await enterPassword(browser, member), await codeOf(secret, 1));
    assert.equal(page.status, 429);
    assert.ok(Number(page.response.headers["retry-after"]) > 0);
    assert.equal(await isSignedIn(browser), false);
  });

  void test("signs in with a browser of theirs although others who know the password used up all codes", async () => {
    const { site, member, secret, recoveryCodes } = await withApp();
    const browser = site.browser();
    await enterCode(browser, await enterPassword(browser, member), await codeOf(secret, 1));
    await browser.submit(await browser.open("/account"), {}, "/sign-out");
    await count(site.context(), limits.codePerMember, member.id, limits.codePerMember.max);
    await count(site.context(), limits.codePerMemberAndAddress, `${member.id}\n127.0.0.1`, 10);
    const stranger = site.browser();
    const refused = await enterCode(stranger, await enterPassword(stranger, member), recoveryCodes[0]!);
    assert.equal(refused.status, 429);
    const end = await enterCode(browser, await enterPassword(browser, member), recoveryCodes[0]!);
    assert.equal(end.address, "/learn");
  });

  void test("is not signed in by an expired first step, or after a change of the password", async () => {
    const { site, member, secret, browser: own } = await withApp();
    const browser = site.browser();
    const page = await enterPassword(browser, member);
    await later(11 * minute, async () => {
      assert.equal((await enterCode(browser, page, await codeOf(secret))).status, 403);
    });
    await later(9 * minute, async () => {
      const change = await own.open("/account/password");
      await own.submit(change, { current: password, password: "quiet-lantern-copper-58" });
      assert.equal((await enterCode(browser, page, await codeOf(secret))).status, 403);
      assert.equal(await isSignedIn(browser), false);
    });
  });
});

void test("The secret of an app is sealed, and recovery codes are digests", async () => {
  const { site, secret, recoveryCodes } = await withApp();
  const [app] = await database.many<{ secret: Buffer }>`
    select secret from authenticator_apps where site_id = ${site.id}`;
  assert.equal(app!.secret.toString("latin1").includes(secret), false);
  const codes = await database.many<{ digest: Buffer }>`
    select digest from recovery_codes where site_id = ${site.id}`;
  assert.equal(codes.length, recoveryCodes.length);
  for (const { digest } of codes) assert.equal(digest.length, 32);
});
