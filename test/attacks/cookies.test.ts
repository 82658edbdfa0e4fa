import assert from "node:assert/strict";
import { test } from "node:test";
import type { TestBrowser } from "../support/browser-session.ts";
import { aSite, authorizeUrl, password } from "../support/world.ts";

// Session fixation is tested in test/pages/sign-in/sessions.test.ts; cookie attributes in test/http/headers.test.ts and
// page-headers.long.test.ts.

const [session, visited] = ["__Host-lectern_session", "__Host-lectern_browser"];
const csrfOf = (body: string) => /name="csrf" value="([^"]+)"/.exec(body)![1]!;

/** Sends one request with this Cookie header. */
const ask = (browser: TestBrowser, url: string, cookie: string, form?: Record<string, string>) => {
  browser.cookies.clear();
  browser.headers["cookie"] = cookie;
  return browser.request(form ? "POST" : "GET", url, form);
};

/** Cookie names that a sibling subdomain or an http page of this host can set. */
const tossed = (name: string) => [
  name.replace("__Host-", ""),
  name.replace("__Host-", "__Secure-"),
  name.replace("__Host-", "__host-"),
  name.replace("__Host-", "__HOST-"),
  name.replace("__Host-", "__Host_"),
  name.replace("-", "%2d"),
  `${name}[]`,
  `x=${name}`,
  `=${name}`,
];

void test("A cookie that another host or an http page can set is ignored", async () => {
  const site = await aSite();
  const member = await site.member();
  const secret = (await site.signedIn(member)).cookies.get(session)!;
  assert.equal((await ask(site.browser(), "/account", `${session}=${secret}`)).statusCode, 200);
  for (const name of tossed(session)) {
    const answer = await ask(site.browser(), "/account", `${name}=${secret}`);
    assert.equal(answer.statusCode, 303, name);
    assert.match(String(answer.headers.location), /^\/sign-in/);
  }
});

void test("A form token is bound to the browser's own cookie under its own name", async () => {
  const site = await aSite();
  const member = await site.member();
  const attacker = site.browser();
  const csrf = csrfOf((await attacker.open("/sign-in")).body);
  const planted = attacker.cookies.get(visited)!;
  for (const name of tossed(visited)) {
    const form = { csrf, email: member.email, password };
    assert.equal((await ask(site.browser(), "/sign-in", `${name}=${planted}`, form)).statusCode, 403, name);
  }
});

void test("A cookie with an unknown secret is replaced and authenticates nothing", async () => {
  const site = await aSite();
  const member = await site.member();
  for (const value of ["", "x", "lbr_", `lbr_${"A".repeat(42)}`, `lbr_${"A".repeat(44)}`, `lss_${"A".repeat(43)}`]) {
    const answer = await ask(site.browser(), "/sign-in", `${visited}=${value}`);
    const [cookie] = answer.cookies as { name: string; value: string }[];
    assert.equal(cookie!.name, visited);
    assert.notEqual(cookie!.value, value);
    const form = { csrf: csrfOf(answer.body), email: member.email, password };
    assert.equal((await ask(site.browser(), "/sign-in", `${visited}=${value}`, form)).statusCode, 403);
  }
});

void test("A request begun in the attacker's browser does not continue in the victim's, even with a known URL", async () => {
  const site = await aSite();
  const [client, victim] = [await site.register(), await site.member()];
  const attacker = site.browser();
  const begun = await attacker.open(authorizeUrl(client).url);
  const browser = await site.signedIn(victim);
  await browser.open("/account");
  const consent = await browser.open(begun.address.replace("/sign-in", "/consent"));
  assert.equal(consent.status, 400);
  const csrf = csrfOf((await browser.open("/account")).body);
  const forged = await browser.open(`${begun.address.replace("/sign-in", "/consent")}&scope=openid`, {
    csrf,
    member_id: victim.sub,
    decision: "allow",
  });
  assert.equal(forged.status, 400);
});

void test("A sign-in in a browser prepared by an attacker creates a new session, unknown to the attacker", async () => {
  const site = await aSite();
  const member = await site.member();
  const attacker = site.browser();
  await attacker.open("/sign-in");
  const victim = site.browser();
  // As on a shared computer: another person knows the browser's own cookie.
  victim.cookies.set(visited, attacker.cookies.get(visited)!);
  await victim.submit(await victim.open("/sign-in"), { email: member.email, password });
  assert.ok(victim.cookies.has(session));
  assert.match((await attacker.open("/account")).address, /^\/sign-in/);
});
