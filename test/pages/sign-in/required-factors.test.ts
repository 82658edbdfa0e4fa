import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { Role } from "#access/roles.ts";
import type { Page, TestBrowser } from "../../support/browser-session.ts";
import { later, minute } from "../../support/clock.ts";
import {
  codeOf,
  enterCode,
  enterPassword,
  isSignedIn,
  recoveryCodesIn,
  secretIn,
  setUpApp,
} from "../../support/second-factors.ts";
import { passkeyOptionsIn, SoftwareAuthenticator } from "../../support/software-authenticator.ts";
import { answerOf, aSite, authorizeUrl, password } from "../../support/world.ts";
import { setRoles } from "../../support/worlds/records.ts";
import { anAskedCode, aSiteWithCodes, enterDigits } from "./support/mailed-codes.ts";
import { aConnectedSite, personAt, signInWith } from "./support/provider-site.ts";

const setup = "/account/security/setup";
const required = { secondFactorRequired: ["manager" as const] };

async function aManager(settings: Parameters<typeof aSite>[0] = required, roles: Role[] = ["manager"]) {
  const site = await aSite(settings);
  return { site, member: await site.member({ roles }) };
}

const appForm = ({ body }: Page): string => new RegExp(`action="(${setup}/app[^"]*)"`).exec(body)![1]!;

/** Enters the code of the app that the page shows. Returns the page with the recovery codes. */
const setUpAppOn = async (browser: TestBrowser, page: Page): Promise<Page> =>
  browser.submit(page, { code: await codeOf(secretIn(page)) }, appForm(page));

/** The page that the button below the recovery codes leads to. */
const goOn = (browser: TestBrowser, { body }: Page): Promise<Page> =>
  browser.open(/<a class="button primary" href="([^"]*)"/.exec(body)![1]!);

/** Pages that show something only to a person who is signed in. */
async function assertVisitor(browser: TestBrowser) {
  for (const path of ["/account", "/account/security", "/account/security/passkeys/new", "/admin", "/learn"]) {
    assert.ok((await browser.open(path)).address.startsWith(setup), path);
    assert.equal((await browser.request("GET", path)).statusCode, 303, path);
  }
}

void describe("A member whose role requires a second factor", () => {
  void test("sets one up after the password, before any page opens, and continues where they came from", async () => {
    const { site, member } = await aManager();
    const browser = site.browser();
    const page = await enterPassword(browser, member, "/sign-in?return_to=/admin/members");
    assert.equal(page.address, `${setup}?return_to=%2Fadmin%2Fmembers`);
    await assertVisitor(browser);
    const codes = await setUpAppOn(browser, page);
    assert.equal(recoveryCodesIn(codes).length, 10);
    assert.equal((await goOn(browser, codes)).address, "/admin/members");
    assert.equal(await isSignedIn(browser), true);
  });

  void test("can set up a passkey instead, which is offered first", async () => {
    const { site, member } = await aManager();
    const browser = site.browser();
    const page = await enterPassword(browser, member);
    assert.ok(page.body.indexOf('data-passkey="create"') < page.body.indexOf('class="by-hand"'));
    const passkey = new SoftwareAuthenticator(site.origin).register(passkeyOptionsIn(page));
    const codes = await browser.submit(page, { name: "Laptop", passkey }, `${setup}/passkey`);
    assert.equal(recoveryCodesIn(codes).length, 10);
    assert.equal((await goOn(browser, codes)).address, "/admin");
  });

  void test("stays outside after a wrong code or a refused passkey, and can try again", async () => {
    const { site, member } = await aManager();
    const browser = site.browser();
    const page = await enterPassword(browser, member);
    const wrong = await browser.submit(page, { code: "000000" }, appForm(page));
    assert.equal(wrong.status, 422);
    assert.equal(secretIn(wrong), secretIn(page));
    const refused = await browser.submit(wrong, { name: "Laptop", passkey: "{}" }, `${setup}/passkey`);
    assert.equal(refused.status, 422);
    await assertVisitor(browser);
    assert.equal(recoveryCodesIn(await setUpAppOn(browser, refused)).length, 10);
  });

  void test("gets to an application only afterwards", async () => {
    const { site, member } = await aManager();
    const client = await site.operatorClient();
    const { url } = authorizeUrl(client, { scope: "openid" });
    const silent = authorizeUrl(client, { scope: "openid", prompt: "none" }).url;
    const browser = site.browser();
    const page = await browser.submit(await browser.open(url), { email: member.email, password });
    assert.ok(page.address.startsWith(setup));
    assert.match((await browser.open(silent)).address, /error=login_required/);
    const consent = await goOn(browser, await setUpAppOn(browser, page));
    assert.match(consent.address, /^\/consent\?/);
    assert.ok(answerOf(await browser.submit(consent, { decision: "allow" })).code);
  });

  void test("is led to the setup by the next page after a promotion", async () => {
    const { site, member } = await aManager({}, ["student"]);
    const client = await site.operatorClient();
    const { url } = authorizeUrl(client, { scope: "openid" });
    const browser = await site.signedIn(member);
    assert.ok(answerOf(await browser.submit(await browser.open(url), { decision: "allow" })).code);
    await site.set(required);
    assert.equal(await isSignedIn(browser), true);
    await setRoles(site, member, ["student", "manager"]);
    assert.match((await browser.open("/account")).address, /^\/account\/security\/setup\?return_to=/);
    // The consent is remembered, and a code would need no page.
    assert.ok((await browser.open(url)).address.startsWith(setup));
    const codes = await setUpAppOn(browser, await browser.open(setup));
    assert.equal((await goOn(browser, codes)).address, "/admin");
  });

  void test("confirms their identity first, if they signed in long ago", async () => {
    const { site, member } = await aManager({});
    const browser = await site.signedIn(member);
    await site.set(required);
    await later(11 * minute, async () => {
      const asked = await browser.open("/account");
      assert.match(asked.address, /^\/account\/confirm\?return_to=/);
      const page = await browser.submit(
        asked,
        { current: password },
        /action="(\/account\/confirm[^"]*)"/.exec(asked.body)![1],
      );
      assert.equal(page.address, `${setup}?return_to=%2Faccount`);
      assert.equal((await goOn(browser, await setUpAppOn(browser, page))).address, "/account");
    });
  });

  void test("gets back the form of a session that lacks it", async () => {
    const { site, member } = await aManager({});
    const browser = await site.signedIn(member);
    const form = await browser.open("/account/password");
    await site.set(required);
    const asked = await browser.submit(form, { name: "Ana Lima Duarte" }, "/account/password");
    assert.equal(asked.status, 403);
    const page = await browser.submit(asked, { email: member.email, password });
    assert.match(page.body, /What you entered is kept/);
    const codes = await setUpAppOn(browser, page);
    const restored = await browser.submit(
      codes,
      {},
      /action="(\/account\/security\/setup\/continue[^"]*)"/.exec(codes.body)![1],
    );
    assert.match(restored.body, /action="\/account\/password"/);
  });

  void test("sets up another one after the removal of the last one", async () => {
    const { site, member } = await aManager();
    const browser = site.browser();
    await setUpAppOn(browser, await enterPassword(browser, member));
    const question = await browser.open("/account/security/app/remove");
    assert.match(question.body, /Your role needs one/);
    const page = await browser.submit(question, {}, "/account/security/app/remove");
    assert.ok(page.address.startsWith(setup));
    await assertVisitor(browser);
  });

  void test("proves a factor that was set up in another browser instead of adding one", async () => {
    const { site, member } = await aManager({});
    const { secret } = await setUpApp(site, member);
    const browser = await site.signedIn(member);
    await site.set(required);
    await later(minute, async () => {
      const asked = await browser.open("/account");
      assert.match(asked.address, /^\/account\/confirm\?/);
      const action = /action="(\/account\/confirm\?[^"]*)"/.exec(asked.body)![1]!;
      assert.equal((await browser.submit(asked, { code: await codeOf(secret, 1) }, action)).address, "/account");
    });
  });

  void test("can sign out, or sign in as someone else", async () => {
    const { site, member } = await aManager();
    const browser = site.browser();
    await enterPassword(browser, member);
    const student = await site.member();
    const other = await browser.open("/sign-in?account=other");
    assert.equal((await browser.submit(other, { email: student.email, password })).address, "/learn");
    const again = site.browser();
    await enterPassword(again, member);
    await again.submit(await again.open("/sign-out"), {}, "/sign-out");
    assert.equal((await again.open("/account")).address, "/sign-in?return_to=/account");
  });

  void test("needs none in the roles of others, and signs in with it afterwards", async () => {
    const { site, member } = await aManager();
    const lecturer = await site.member({ roles: ["lecturer"] });
    assert.equal((await enterPassword(site.browser(), lecturer)).address, "/admin");
    const browser = site.browser();
    const page = await enterPassword(browser, member);
    const secret = secretIn(page);
    await setUpAppOn(browser, page);
    const next = site.browser();
    const end = await enterCode(next, await enterPassword(next, member), await codeOf(secret, 1));
    assert.equal(end.address, "/admin");
  });
});

void test("The setup leads to pages of the school only", async () => {
  const { site, member } = await aManager();
  for (const elsewhere of ["https://evil.example/", "//evil.example/", "/\\\\evil.example/", "javascript:alert(1)"]) {
    const browser = site.browser();
    await enterPassword(browser, member);
    const page = await browser.open(`${setup}?return_to=${encodeURIComponent(elsewhere)}`);
    assert.equal(appForm(page), `${setup}/app`, elsewhere);
  }
  const browser = site.browser();
  const page = await enterPassword(browser, member);
  await setUpAppOn(browser, page);
  const done = await browser.request("GET", `${setup}?return_to=${encodeURIComponent("//evil.example/")}`);
  assert.equal(done.headers.location, "/sign-in");
});

void describe("Every way to sign in leads to the required factor", () => {
  void test("a code by email", async () => {
    const site = await aSiteWithCodes({ secondFactorRequired: ["owner"] });
    const asked = await anAskedCode(site);
    await setRoles(site, asked.member, ["owner"]);
    const page = await enterDigits(asked.browser, asked.page, asked.digits);
    assert.ok(page.address.startsWith(setup));
    await assertVisitor(asked.browser);
  });

  void test("an identity provider", async () => {
    const found = await aConnectedSite({ groupRoles: { staff: ["manager"] } });
    await found.site.set(required);
    const { browser, page } = await signInWith(found, personAt(found.domain, { groups: ["staff"], amr: ["mfa"] }));
    assert.ok(page.address.startsWith(setup));
    await assertVisitor(browser);
    assert.equal((await goOn(browser, await setUpAppOn(browser, page))).address, "/admin");
  });
});

void test("A session that lacks a required factor has no token of the pages behind it", async () => {
  const { site, member } = await aManager({});
  const browser = await site.signedIn(member);
  const csrf = /name="csrf" value="([^"]*)"/.exec((await browser.open("/account")).body)![1]!;
  await site.set(required);
  for (const path of ["/account/sessions/revoke-others", "/account/security/app", "/account/security/recovery-codes"]) {
    const refused = await browser.request("POST", path, { csrf, code: "123456" });
    assert.equal(refused.statusCode, 403, path);
    assert.match(refused.body, /name="password"/, path);
  }
});

void describe("A role to which no second factor is offered", () => {
  const off = { secondFactorOff: ["student" as const] };

  void test("cannot add one", async () => {
    const site = await aSite();
    const browser = await site.signedIn(await site.member());
    const page = await browser.open("/account/security/app");
    await site.set(off);
    assert.doesNotMatch((await browser.open("/account")).body, /href="\/account\/security"/);
    const { body } = await browser.open("/account/security");
    assert.doesNotMatch(body, /security\/app|passkeys\/new/);
    const refused = await browser.submit(page, { code: await codeOf(secretIn(page)) }, "/account/security/app");
    assert.equal(refused.status, 409);
  });

  void test("keeps those that exist, which still count, and can remove them", async () => {
    const site = await aSite();
    const member = await site.member();
    const { browser: own } = await setUpApp(site, member);
    await site.set(off);
    const browser = site.browser();
    assert.match((await enterPassword(browser, member)).body, /name="code"/);
    assert.equal(await isSignedIn(browser), false);
    assert.match((await own.open("/account")).body, /href="\/account\/security"/);
    await own.submit(await own.open("/account/security/app/remove"), {}, "/account/security/app/remove");
    assert.equal((await enterPassword(site.browser(), member)).address, "/learn");
  });

  void test("is the weakest rule of a member with several roles", async () => {
    const site = await aSite(off);
    const browser = await site.signedIn(await site.member({ roles: ["lecturer", "student"] }));
    assert.match((await browser.open("/account/security")).body, /passkeys\/new/);
  });
});
