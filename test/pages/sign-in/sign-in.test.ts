import assert from "node:assert/strict";
import { test } from "node:test";
import { addMemberTo } from "#domain/people/members/add-member.ts";
import { auditActions, setRoles, setStatus } from "../../support/worlds/records.ts";
import { second, later } from "../../support/clock.ts";
import { database } from "../../support/databases/database.ts";
import type { TestBrowser } from "../../support/browser-session.ts";
import { aSite, type ASite, authorizeUrl, password } from "../../support/world.ts";
import { inTurn, lockRow } from "../../rest/support/at-once.ts";
import { operatorOf } from "../../rest/support/operator.ts";

const session = "__Host-lectern_session";

async function signIn(site: ASite, email: string, secret = password, browser: TestBrowser = site.browser()) {
  const page = await browser.submit(await browser.open("/sign-in"), { email, password: secret });
  return { page, browser };
}

void test("With the right password a student gets to their courses", async () => {
  const site = await aSite();
  const member = await site.member({ name: "Ana Lima" });
  const { page, browser } = await signIn(site, member.email);
  assert.deepEqual([page.address, page.status], ["/learn", 200]);
  assert.ok((await browser.open("/account")).body.includes("Ana Lima"));
  assert.match(browser.cookies.get(session)!, /^lss_[A-Za-z0-9_-]{43}$/);
  assert.deepEqual(await auditActions(site), ["signIn"]);
});

void test("A member signs in twice in the same moment", async () => {
  const site = await aSite();
  const { email, id } = await site.member();
  const operator = await operatorOf(site, "members:read");
  // Both requests wait for the member's row, and go on together.
  const lock = await lockRow(operator, { table: "members", id, against: "no key update" });
  const both = await inTurn(
    lock,
    () => signIn(site, email),
    () => signIn(site, email),
  );
  for (const { page } of both) assert.deepEqual([page.address, page.status], ["/learn", 200]);
});

void test("The email address is accepted in any case, with surrounding space", async () => {
  const site = await aSite();
  const { email } = await site.member({ email: `Ana.Lima-${site.id}@Example.test` });
  for (const written of [email.toUpperCase(), email.toLowerCase(), `  ${email} `]) {
    assert.equal((await signIn(site, written)).page.address, "/learn");
  }
});

void test("A wrong password, an unknown address and an ineligible member get the same response and no session", async () => {
  const [site, elsewhere] = [await aSite(), await aSite()];
  const [member, suspended, outsider] = [await site.member(), await site.member(), await site.member()];
  const stranger = await elsewhere.member();
  await setStatus(site, suspended, "suspended");
  await setRoles(site, outsider, []);
  const invited = { email: `bo-${site.id}@example.test`, name: null, roles: ["student"] } as const;
  await database.transaction((db) => addMemberTo({ db, site: site.site }, invited, new Date()));

  const attempts = [
    [member.email, "wrong-password-1"],
    [member.email, `${password} `],
    ["unknown@example.test", password],
    ["not an address", password],
    [suspended.email, password],
    [outsider.email, password],
    [stranger.email, password],
    [invited.email, password],
    [member.email, ""],
    ["", ""],
  ] as const;
  const responses = new Set<string>();
  for (const [email, secret] of attempts) {
    const { page, browser } = await signIn(site, email, secret);
    assert.equal(page.status, 401, email);
    assert.equal(browser.cookies.has(session), false);
    assert.equal(page.body.includes(password), false);
    responses.add(/role="alert"[^>]*>(.*?)<\/div>/s.exec(page.body)![1]!);
  }
  assert.equal(responses.size, 1, [...responses].join("\n"));
  assert.deepEqual(await auditActions(site), [], "The log records limits, not each attempt.");
});

void test("The typed address is shown again, escaped", async () => {
  const site = await aSite();
  const { page } = await signIn(site, '"><script>alert(1)</script>@example.test', "wrong");
  assert.equal(page.body.includes("<script>"), false);
  assert.ok(page.body.includes("&lt;script&gt;"));
});

void test("An email address with a zero byte is a bad request, also for an application", async () => {
  const site = await aSite();
  const { page } = await signIn(site, "a\u0000@example.test");
  assert.equal(page.status, 400);
  assert.match(page.body, /Invalid request.*contains a zero byte/s);
});

void test("Signing in redirects only to pages of the site", async () => {
  const site = await aSite();
  const member = await site.member();
  const targets = [
    "//evil.example.test",
    "https://evil.example.test/",
    "/\\evil.example.test",
    "/account@evil.example.test",
    "/accounts",
    "javascript:alert(1)",
    "/account/../oauth/authorize",
    "/account\r\nx: y",
    "/account//evil.test",
    "/admin/../oauth/authorize",
    "/administrators",
  ];
  for (const target of targets) {
    const browser = site.browser();
    const page = await browser.open(`/sign-in?return_to=${encodeURIComponent(target)}`);
    const csrf = /name="csrf" value="([^"]+)"/.exec(page.body)![1]!;
    const response = await browser.request("POST", page.address, { csrf, email: member.email, password });
    assert.equal(response.statusCode, 303);
    const location = new URL(String(response.headers.location), site.origin);
    assert.equal(location.origin, site.origin, target);
    assert.equal(location.pathname, "/learn", target);
  }
});

void test("Signing in leads back to a page of the documentation, also for members who are signed in", async () => {
  const site = await aSite();
  const member = await site.member();
  const browser = site.browser();
  for (const target of ["/docs", "/docs/guides/paginate-and-sync"]) {
    const page = await browser.open(`/sign-in?return_to=${target}`);
    const signedIn = page.address === target ? page : await browser.submit(page, { email: member.email, password });
    assert.deepEqual([signedIn.status, signedIn.address], [200, target]);
  }
});

void test("A signed-in member is not asked again", async () => {
  const site = await aSite();
  const browser = await site.signedIn(await site.member());
  assert.equal((await browser.open("/sign-in")).address, "/learn");
});

void test("For an application the page names it, fills in login_hint and uses the requested language", async () => {
  const site = await aSite();
  const client = await site.register({ client_name: "<b>Reader</b>" });
  const page = await site
    .browser({ "accept-language": "en" })
    .open(authorizeUrl(client, { login_hint: 'ana"@example.test', ui_locales: "fr zh-Hant" }).url);
  assert.match(page.body, /<html lang="zh-TW"/);
  assert.ok(page.body.includes("&lt;b&gt;Reader&lt;/b&gt;"));
  assert.equal(page.body.includes("<b>Reader"), false);
  assert.match(page.body, /name="email"[^>]*value="ana&quot;@example\.test"/s);
});

void test("login_hint takes precedence over the signed-in member, who is the default in the form", async () => {
  const site = await aSite();
  const [client, member] = [await site.register(), await site.member()];
  const browser = await site.signedIn(member);
  const login_hint = `bo-${site.id}@example.test`;
  await later(second, async () => {
    for (const asks of [{ prompt: "login" }, { max_age: "0" }]) {
      const hinted = await browser.open(authorizeUrl(client, { ...asks, login_hint }).url);
      assert.ok(hinted.body.includes(`value="${login_hint}"`));
      assert.equal(hinted.body.includes(`value="${member.email}"`), false);
      const plain = await browser.open(authorizeUrl(client, asks).url);
      assert.ok(plain.body.includes(`value="${member.email}"`));
    }
  });
});

void test("Without a requested language the browser's language is used", async () => {
  const site = await aSite();
  const page = await site.browser({ "accept-language": "zh-TW,zh;q=0.9,en;q=0.5" }).open("/sign-in");
  assert.match(page.body, /<html lang="zh-TW"/);
});

void test("A pending request belongs to the browser that began it: its URL is useless in another", async () => {
  const site = await aSite();
  const [client, member] = [await site.register(), await site.member()];
  const begun = await site.browser().open(authorizeUrl(client).url);
  for (const victim of [site.browser(), await site.signedIn(member)]) {
    for (const address of [begun.address, begun.address.replace("/sign-in", "/consent")]) {
      const page = await victim.open(address);
      assert.equal(page.status, 400);
      assert.equal(page.body.includes('name="password"'), false);
    }
  }
});

void test("An unknown request is reported on a page", async () => {
  const site = await aSite();
  for (const address of [
    "/sign-in?authorization=x",
    "/consent?authorization=aut_00000000000000000000000000",
    "/consent",
  ]) {
    assert.equal((await site.browser().open(address)).status, 400, address);
  }
});
