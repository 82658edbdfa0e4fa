import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { auditOf } from "../../support/worlds/records.ts";
import { answerOf, httpsRedirect, password, type Tokens } from "../../support/world.ts";
import { requested, grantedOf, textOf } from "../support/asked.ts";

void describe("The page", () => {
  void test("names the application, its redirect address and the member", async () => {
    const { page, member } = await requested({ member: { name: "Ana Lima" } });
    const text = textOf(page);
    assert.equal(page.status, 200);
    for (const part of ["Reader", "127.0.0.1:43117", "Ana Lima", member.email, "Harbour School"]) {
      assert.ok(text.includes(part), part);
    }
  });

  void test("describes each requested permission, and no other", async () => {
    const { page } = await requested({ scope: "openid profile phone" });
    const text = textOf(page);
    assert.ok(text.includes("Confirm who you are"));
    assert.ok(text.includes("See your name, your picture and your roles at this school"));
    assert.equal(text.includes("See your email address"), false);
  });

  void test("shows permissions that the member's role lacks as not available, and grants the rest", async () => {
    const { site, client, browser, page, verifier } = await requested({
      roles: ["teaching_assistant"],
      scope: "openid courses:read courses:write orders:read",
    });
    const [granted, unavailable] = textOf(page).split("your role at Harbour School cannot grant");
    assert.ok(granted!.includes("See all courses, drafts included"));
    for (const permission of ["Create, change, publish and delete courses", "See orders, payments and refunds"]) {
      assert.equal(granted!.includes(permission), false);
      assert.ok(unavailable!.includes(permission), permission);
    }
    const end = await browser.submit(page, { decision: "allow" });
    assert.equal(await grantedOf(site, client, end, verifier), "openid courses:read");
  });

  void test("warns if every redirect is a loopback address, and not if one is on the web", async () => {
    const warning = "This is a program on your computer";
    assert.ok(textOf((await requested()).page).includes(warning));
    const { page } = await requested({}, (site) => site.operatorClient({ redirectUris: [httpsRedirect] }));
    assert.equal(textOf(page).includes(warning), false);
    assert.ok(textOf(page).includes("buddy.example.test"));
  });

  void test("escapes any name as text", async () => {
    const client_name = `"><img src=x onerror=alert(1)><script>alert(1)</script>`;
    const { page } = await requested({}, (site) => site.register({ client_name }));
    assert.doesNotMatch(page.body, /<script|<img src=x/);
    assert.ok(page.body.includes("&lt;script&gt;"));
  });

  void test("uses the language requested by the application", async () => {
    assert.match((await requested({ ui_locales: "zh-TW" })).page.body, /<html lang="zh-TW"/);
  });
});

void describe("The decision", () => {
  void test("Allow returns a code and is recorded in the audit log with the granted scopes", async () => {
    const { site, member, client, browser, page, verifier } = await requested();
    const end = await browser.submit(page, { decision: "allow" });
    assert.equal(end.status, 303);
    assert.equal(await grantedOf(site, client, end, verifier), "openid email");
    const entry = (await auditOf(site)).at(-1)!;
    assert.deepEqual([entry.action, entry.actorKind, entry.memberId], ["allowClient", "person", member.id]);
    assert.deepEqual(entry.details["scopes"], ["openid", "email"]);
  });

  void test("Deny returns access_denied with state and iss, no code, and is recorded in the audit log", async () => {
    const { site, member, browser, page } = await requested();
    const answer = answerOf(await browser.submit(page, { decision: "deny" }));
    assert.deepEqual([answer.error, answer.state, answer.iss, answer.code], ["access_denied", "xyz", site.origin, ""]);
    const entry = (await auditOf(site)).at(-1)!;
    assert.deepEqual([entry.action, entry.memberId], ["refuseClient", member.id]);
  });

  void test("Another member signs in and consents separately", async () => {
    const { site, client, browser, page, verifier } = await requested();
    const other = await site.member();
    const signIn = await browser.submit(page, { decision: "switch" });
    assert.match(signIn.address, /^\/sign-in\?authorization=/);
    const again = await browser.submit(signIn, { email: other.email, password });
    assert.ok(textOf(again).includes(other.email));
    const { code } = answerOf(await browser.submit(again, { decision: "allow" }));
    const { access_token } = (await site.exchange(client, code, verifier)).json<Tokens>();
    assert.equal((await site.userinfo(access_token)).json<{ sub: string }>().sub, other.sub);
  });

  void test("An invalid decision shows the page again", async () => {
    const { browser, page } = await requested();
    for (const decision of ["", "maybe", "ALLOW"]) {
      const again = await browser.submit(page, { decision });
      assert.equal(again.status, 200);
      assert.ok(again.address.startsWith(page.address));
    }
  });

  void test("The second of two decisions on one request is rejected as answered", async () => {
    const { browser, page } = await requested();
    assert.ok(answerOf(await browser.submit(page, { decision: "allow" })).code);
    for (const decision of ["allow", "deny"]) {
      const second = await browser.submit(page, { decision });
      assert.deepEqual([second.status, second.response.headers.location], [400, undefined]);
    }
  });

  void test("One of many concurrent decisions takes effect", async () => {
    const { site, browser, page } = await requested();
    const answers = await Promise.all(
      ["allow", "deny", "allow", "deny", "allow", "deny"].map((decision) => browser.submit(page, { decision })),
    );
    assert.equal(answers.filter(({ status }) => status === 303).length, 1);
    const decisions = (await auditOf(site)).filter(({ action }) => /^(allow|refuse)Client$/.test(action));
    assert.equal(decisions.length, 1);
  });
});
