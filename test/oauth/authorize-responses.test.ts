import assert from "node:assert/strict";
import { test } from "node:test";
import { answerOf, aSite, authorizeUrl, loopbackRedirect, password } from "../support/world.ts";
import { ask, askInVain, query } from "./support/ask.ts";

const states = [
  "af0ifjsldkj",
  "with space + plus & ampersand = equals",
  "%2B%20 is not decoded twice",
  '{"json":[1,2]}',
  "'<script>alert(1)</script>",
  "日本語 🙂 e\u0301",
  "line\r\nbreak\ttab",
  "\u0000",
  "#?/:;,\\|`~^",
  " ",
  "x".repeat(2000),
];

for (const state of states) {
  void test(`The state ${JSON.stringify(state).slice(0, 50)} is returned unchanged with a code and with an error`, async () => {
    const site = await aSite();
    const [client, member] = [await site.register(), await site.member()];
    const allowed = await site.allow(client, member, "openid", { state });
    assert.match(allowed.code, /^lac_[A-Za-z0-9_-]{43}$/);
    assert.deepEqual([allowed.state, allowed.iss], [state, site.origin]);
    const refused = await askInVain(site, client, { state, prompt: "none" });
    assert.deepEqual([refused.error, refused.state, refused.iss], ["login_required", state, site.origin]);
  });
}

for (const octets of ["%FF%FE%00", "a%E2%82", "%C3%28+b", "%ff%", "%ZZ%FF"]) {
  void test(`The state ${octets}, which is not valid text, is returned byte for byte`, async () => {
    const site = await aSite();
    const client = await site.register();
    const url = `/oauth/authorize?${query(client, { state: undefined, prompt: "none" })}&state=${octets}`;
    const { location } = answerOf(await site.browser().open(url));
    const state = /[?&]state=([^&]*)/.exec(location)![1]!;
    assert.match(state, /^[\w.~%-]+$/);
    assert.deepEqual(decode(state), decode(octets));
  });
}

const decode = (text: string): Buffer =>
  Buffer.from(
    text
      .replaceAll("+", " ")
      .replace(/%([\da-f]{2})/gi, (_match, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    "latin1",
  );

void test("Without a state none is returned", async () => {
  const site = await aSite();
  const [client, member] = [await site.register(), await site.member()];
  const allowed = await site.allow(client, member, "openid", { state: undefined });
  assert.equal(new URL(allowed.location).searchParams.has("state"), false);
  const refused = await askInVain(site, client, { state: undefined, prompt: "none" });
  assert.equal(new URL(refused.location).searchParams.has("state"), false);
});

void test("A response that denies consent includes iss", async () => {
  const site = await aSite();
  const [client, member] = [await site.register(), await site.member()];
  const browser = await site.signedIn(member);
  const page = await browser.open(authorizeUrl(client).url);
  const answer = answerOf(await browser.submit(page, { decision: "deny" }));
  assert.deepEqual([answer.error, answer.iss, answer.state, answer.code], ["access_denied", site.origin, "xyz", ""]);
});

void test("The query of the redirect URI is kept, and the response is appended to it", async () => {
  const site = await aSite();
  const redirectUri = "http://127.0.0.1:43117/callback?tenant=a%20b&x=";
  const client = await site.register({ redirect_uris: [redirectUri] });
  const { location } = await askInVain(site, client, { prompt: "none" });
  assert.ok(location.startsWith(`${redirectUri}&error=login_required&`), location);
});

void test("A request by POST is accepted and also redirected with 303", async () => {
  const site = await aSite();
  const client = await site.register();
  const send = (extra: Record<string, string | undefined>) =>
    site.postForm("/oauth/authorize", query(client, extra), { headers: { accept: "text/html", cookie: "any=one" } });

  const refused = await send({ prompt: "none" });
  assert.equal(refused.statusCode, 303);
  assert.match(String(refused.headers.location), new RegExp(`^${loopbackRedirect}\\?error=login_required`));
  const requested = await send({});
  assert.equal(requested.statusCode, 303);
  assert.match(String(requested.headers.location), /^\/sign-in\?authorization=aut_/);
});

void test("Parameters of a POST are read from its body, not from its URL", async () => {
  const site = await aSite();
  const [client, other] = [await site.register(), await site.register()];
  const url = `/oauth/authorize?${query(other, { state: "address" })}`;
  const response = await site.postForm(url, query(client, { state: "body", prompt: "none" }), {
    headers: { cookie: "any=one" },
  });
  assert.equal(new URL(String(response.headers.location)).searchParams.get("state"), "body");
});

void test("Every redirect is a 303, uncached, with no referrer and without CORS", async () => {
  const site = await aSite();
  const [client, member] = [await site.register(), await site.member()];
  const browser = await site.signedIn(member);
  const headers = { origin: "https://app.example.test" };
  const responses = [
    await site.get(`/oauth/authorize?${query(client)}`, { headers }),
    await site.get(`/oauth/authorize?${query(client, { prompt: "none" })}`, { headers }),
    await site.get(`/oauth/authorize?${query(client, { response_type: "token" })}`, { headers }),
    await browser.request("GET", `/oauth/authorize?${query(client)}`),
  ];
  for (const response of responses) {
    assert.equal(response.statusCode, 303);
    assert.equal(response.headers["cache-control"], "no-store");
    assert.equal(response.headers["referrer-policy"], "no-referrer");
    assert.equal(response.headers["access-control-allow-origin"], undefined);
  }
});

void test("The response to a POST is never cached: it carries the request, a session or the code", async () => {
  const site = await aSite();
  const [client, member] = [await site.register(), await site.member()];
  const browser = site.browser();
  const requested = await site.postForm("/oauth/authorize", query(client));
  const page = await browser.open(String(requested.headers.location));
  const { csrf } = /name="csrf" value="(?<csrf>[^"]+)"/.exec(page.body)!.groups as { csrf: string };
  const entered = await browser.request("POST", page.address, { csrf, email: member.email, password });
  const consent = await browser.open(String(entered.headers.location));
  const allowed = await browser.submit(consent, { decision: "allow" });
  assert.ok(answerOf(allowed).code);
  for (const { statusCode, headers } of [requested, entered, allowed.response]) {
    assert.equal(statusCode, 303);
    assert.equal(headers["cache-control"], "no-store");
  }
});

void test("The authorization endpoint permits no request of a script of another origin", async () => {
  const site = await aSite();
  const headers = { origin: "https://app.example.test", "access-control-request-method": "POST" };
  const response = await site.request("OPTIONS", "/oauth/authorize", { headers });
  const permissions = Object.keys(response.headers).filter((name) => name.startsWith("access-control-"));
  assert.deepEqual(permissions, []);
});

void test("The URL of a pending request contains none of its parameters", async () => {
  const site = await aSite();
  const page = await ask(site, await site.register(), { state: "secret-state", nonce: "secret-nonce" });
  assert.match(page.address, /^\/sign-in\?authorization=aut_[0-9a-z]{26}$/);
});

void test("A cross-site POST, which carries no cookie, is redirected to a GET that does", async () => {
  const site = await aSite();
  const client = await site.register();
  const { url } = authorizeUrl(client);
  const body = url.slice(url.indexOf("?") + 1);
  const response = await site.postForm("/oauth/authorize", body, { headers: { "sec-fetch-site": "cross-site" } });
  assert.deepEqual([response.statusCode, response.headers.location], [303, url]);
  assert.equal(response.headers["set-cookie"], undefined);
});

void test("A request that was answered by a redirect is not answered again", async () => {
  const site = await aSite();
  const member = await site.member();
  const client = await site.operatorClient();
  await site.connect(client, member, "openid");

  const browser = site.browser();
  const page = await browser.open(authorizeUrl(client).url);
  const end = await browser.submit(page, { email: member.email, password });
  assert.ok(answerOf(end).code);
  const again = await browser.open(page.address.replace("/sign-in", "/consent"));
  assert.equal(again.status, 400);
});
