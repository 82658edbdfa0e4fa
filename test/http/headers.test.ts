import assert from "node:assert/strict";
import { test } from "node:test";
import { newId } from "#domain/platform/ids.ts";
import { islandsPath } from "#pages/islands/islands.ts";
import { aSite, authorizeUrl, httpsRedirect, password } from "../support/world.ts";

/** Parses a content security policy into its directives. */
const policyOf = (header: unknown): Record<string, string> =>
  Object.fromEntries(
    String(header)
      .split(";")
      .map((part) => part.trim().split(/ (.*)/s))
      .map(([name, value]) => [name!, value ?? ""]),
  );

void test("Every page forbids frames, referrers and all scripts but that of the page, and is not cached", async () => {
  const site = await aSite();
  const browser = await site.signedIn(await site.member());
  const consent = await browser.open(authorizeUrl(await site.register()).url);
  const addresses = ["/", "/account", "/docs/errors", "/docs/errors/invalid_grant", consent.address, "/nowhere"];
  const pages = [await site.browser().open("/sign-in"), await site.browser().open("/oauth/authorize")];
  for (const address of addresses) pages.push(await browser.open(address));

  for (const { address, response, body } of pages) {
    assert.match(String(response.headers["content-type"]), /^text\/html; charset=utf-8/, address);
    const policy = policyOf(response.headers["content-security-policy"]);
    assert.deepEqual(
      [policy["default-src"], policy["frame-ancestors"], policy["base-uri"]],
      ["'none'", "'none'", "'none'"],
    );
    // That of passkeys is on the sign-in page.
    const paths = [`${islandsPath}/passkey.js`, `${islandsPath}/page.js`].filter((path) =>
      body.includes(`src="${path}"`),
    );
    const sources = paths.map((path) => `${site.site.origin}${path}`).join(" ") || "'none'";
    assert.equal(policy["script-src"] ?? policy["default-src"], sources);
    assert.equal(policy["style-src"], "'self'");
    assert.equal(response.headers["referrer-policy"], "no-referrer");
    assert.equal(response.headers["cache-control"], "no-store");
    assert.equal(response.headers["x-content-type-options"], "nosniff");
    const rest = paths.reduce(
      (text, path) => text.replace(new RegExp(`<script type="module" src="${path}"[^>]*></script>`), ""),
      body,
    );
    assert.doesNotMatch(rest, /<script|<style|\sstyle=|\son[a-z]+=/i);
  }
});

void test("Sign-in and consent can submit their form to the origin of the validated redirect, other pages only to the site", async () => {
  const site = await aSite();
  const [client, member] = [await site.operatorClient(), await site.member()];
  const target = async (browser = site.browser(), url = authorizeUrl(client).url) =>
    policyOf((await browser.open(url)).response.headers["content-security-policy"])["form-action"];

  assert.equal(await target(), `'self' ${new URL(httpsRedirect).origin}`);
  const browser = await site.signedIn(member);
  assert.equal(await target(browser), `'self' ${new URL(httpsRedirect).origin}`);
  assert.equal(await target(browser, "/account"), "'self'");
  assert.equal(await target(site.browser(), "/sign-in"), "'self'");

  const loopback = await site.register();
  const url = authorizeUrl({ ...loopback, redirectUri: "http://127.0.0.1:50123/callback" }).url;
  assert.equal(await target(browser, url), "'self' http://127.0.0.1:50123");
});

void test("Cookies are SameSite, bound to the host on https, and HttpOnly unless scripts read them", async () => {
  const site = await aSite();
  const [member, browser] = [await site.member(), site.browser()];
  const page = await browser.open("/sign-in");
  const { csrf } = /name="csrf" value="(?<csrf>[^"]+)"/.exec(page.body)!.groups as { csrf: string };
  const entered = await browser.request("POST", "/sign-in", { csrf, email: member.email, password });
  const cookies = [...page.response.cookies, ...entered.cookies];
  assert.deepEqual(
    cookies.map(({ name }) => name),
    ["__Host-lectern_browser", "__Host-lectern_way", "__Host-lectern_session", "__Host-lectern_keeper"],
  );
  for (const { name, httpOnly, sameSite, secure, path, domain } of cookies as Record<string, unknown>[]) {
    // The worker of kept lectures reads whose copies may be shown.
    const isRead = name === "__Host-lectern_keeper";
    assert.deepEqual(
      [httpOnly, String(sameSite).toLowerCase(), secure, path, domain],
      [isRead ? undefined : true, "lax", true, "/", undefined],
    );
  }
});

void test("On http cookies are neither Secure nor __Host-, which some browsers would drop", async () => {
  const site = await aSite({}, "http://localhost:43211");
  const { response } = await site.browser().open("/sign-in");
  const [cookie] = response.cookies as unknown as Record<string, unknown>[];
  assert.deepEqual(
    [cookie!["name"], cookie!["secure"], cookie!["httpOnly"]],
    ["lectern_browser_43211", undefined, true],
  );
});

void test("Two sites at two ports of one host keep separate sessions, although browsers send both all cookies", async () => {
  for (const scheme of ["http", "https"]) {
    const host = `${newId()}.localhost`;
    const sites = [await aSite({}, `${scheme}://${host}:8443`), await aSite({}, `${scheme}://${host}:9443`)];
    const browsers = [];
    for (const site of sites) browsers.push(await site.signedIn(await site.member()));
    const jar = browsers.flatMap(({ cookies }) => [...cookies]);
    for (const browser of browsers) {
      for (const [name, value] of jar) browser.cookies.set(name, value);
      assert.equal((await browser.open("/account")).address, "/account");
      const page = await browser.open("/account");
      await browser.submit(page, {}, "/sign-out");
    }
    assert.match((await browsers[0]!.open("/account")).address, /^\/sign-in/);
  }
});

void test("Every response has a request id, taken from the request if it is valid", async () => {
  const site = await aSite();
  const withId = await site.get("/", { headers: { "x-request-id": "trace-42" } });
  assert.equal(withId.headers["x-request-id"], "trace-42");
  for (const id of ["", "a b", 'x"y', "x".repeat(101)]) {
    const response = await site.get("/", { headers: { "x-request-id": id } });
    assert.match(String(response.headers["x-request-id"]), /^[0-9a-f-]{36}$/);
  }
});

void test("A known address with another method is 405 and lists the allowed ones", async () => {
  const site = await aSite();
  for (const [path, allowed] of [
    ["/api/oauth/register", "POST, OPTIONS"],
    ["/api/oauth/revoke", "POST, OPTIONS"],
    ["/member/graphql", "GET, HEAD, POST, OPTIONS"],
    ["/api/oauth/jwks", "GET, HEAD, OPTIONS"],
  ] as const) {
    const response = await site.request("DELETE", path);
    assert.equal(response.statusCode, 405);
    assert.equal(response.headers["allow"], allowed);
  }
});

void test("An unknown address is 404: a page for browsers, JSON for programs", async () => {
  const site = await aSite();
  const program = await site.get("/nowhere");
  assert.deepEqual([program.statusCode, program.json<{ error: string }>().error], [404, "not_found"]);
  const person = await site.get("/nowhere", { headers: { accept: "text/html" } });
  assert.equal(person.statusCode, 404);
  assert.match(String(person.headers["content-type"]), /^text\/html/);
});
