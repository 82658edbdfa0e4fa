import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { formatClientId } from "#oauth/clients/client.ts";
import { anIntegration } from "./support/integrations.ts";
import { aSite, authorizeUrl, httpsRedirect, loopbackRedirect, type Tokens } from "../support/world.ts";
import { codeOf, detailOf, make } from "./support/manage-applications.ts";

void describe("A redirect URI of an application", () => {
  const sound = [
    httpsRedirect,
    "https://app.example.test:8443/a/b?x=1",
    "https://intranet/callback",
    "https://my_app.example.test/callback",
    "https://xn--bcher-kva.example.test/callback",
    "https://203.0.113.7/callback",
    "https://[2001:db8::7]:8443/callback",
    `https://${"a".repeat(63)}.example.test/callback`,
    `https://app.example.test/${"x".repeat(2000 - 25)}`,
    loopbackRedirect,
    "http://127.0.0.1/callback",
    "http://[::1]/callback",
    "http://localhost/",
    "com.example.app:/callback",
    "com.example.app:/",
    "org.example-school.app2:/oauth/callback?from=web",
  ];
  const unsound = [
    "",
    "callback",
    "http://app.example.test/callback",
    "https://app.example.test/callback#fragment",
    "https://user:secret@app.example.test/callback",
    "https://app.example.test/a/../callback",
    "HTTPS://app.example.test/callback",
    "https:///callback",
    "https://*.example/cb",
    "https://*/cb",
    "https://app*.example.test/cb",
    "https://ex ample/cb",
    "https://ex%20ample/cb",
    "https://ex%61mple.test/cb",
    "https://app.example.test./cb",
    "https://.example.test/cb",
    "https://app..example.test/cb",
    "https://-app.example.test/cb",
    "https://app-.example.test/cb",
    "https://app,example.test/cb",
    "https://app.example.test;evil.test/cb",
    "https://(app).example.test/cb",
    "https://$app.example.test/cb",
    "https://Example.test/cb",
    "https://bücher.example.test/cb",
    `https://${"a".repeat(64)}.example.test/cb`,
    `https://${"a.".repeat(127)}test/cb`,
    "https://app.example.test:443/cb",
    "https://app.example.test:0/cb",
    "https://app.example.test:/cb",
    "https://app.example.test:65536/cb",
    "https://app.example.test:08443/cb",
    "https://@app.example.test/cb",
    "https://app.example.test\\@evil.test/cb",
    "https://app.example.test\\cb",
    "https://app.example.test/c\tb",
    "https://app.example.test/cb\u0085",
    "https://2130706433/cb",
    "https://203.0.113.07/cb",
    "https://0x7f.1/cb",
    "https://[2001:db8:0:0:0:0:0:7]/cb",
    "https://[::ffff:127.0.0.1]/cb",
    "https://[fe80::1%25eth0]/cb",
    "http://127.0.0.1.evil.test/callback",
    "http://127.0.0.1@evil.test/callback",
    "javascript:alert(1)",
    "javascript:/alert(1)",
    "data:text/html,x",
    "vbscript:x",
    "file:///etc/passwd",
    "about:blank",
    "blob:https://app.example.test/x",
    "mailto:a@b.example",
    "app:/callback",
    "myapp://callback",
    "com.example.app:callback",
    "com.example.app://callback",
    "Com.Example.App:/callback",
    "com..app:/callback",
    ".com.app:/callback",
    "com.example.app:/a/../b",
    "com.example.app:/callback#fragment",
    "com.example.app:/call back",
    "com.example.app:/\u0000",
    `https://app.example.test/${"x".repeat(2000)}`,
  ];
  for (const uri of sound) {
    void test(`is accepted as ${uri}`, async () => {
      const { redirectUris } = await make(await aSite(), { redirectUris: [uri] });
      assert.deepEqual(redirectUris, [uri]);
    });
  }
  void test("is rejected if of any other kind or if two parsers disagree about it", async () => {
    const site = await aSite();
    for (const uri of unsound) {
      // Every operation rejects a zero byte in any text.
      const expected = uri.includes("\0") ? "invalid_characters" : "invalid_redirect_uri";
      assert.equal(await codeOf(make(site, { redirectUris: [httpsRedirect, uri] })), expected, uri);
    }
  });
});

void describe("The error for an invalid redirect URI explains the fix", () => {
  const flaws: [string, RegExp][] = [
    [`https://app.example.test/${"x".repeat(2000)}`, /longer than 2000 characters/],
    ["https://*.example/cb", /host.* without \*/],
    ["https://app.example.test./cb", /without a trailing dot/],
    ["https://app.example.test/cb#x", /fragment/],
    ["https://ana@app.example.test/cb", /user/],
    ["https://ex ample/cb", /space/],
    ["https://app.example.test\\cb", /backslash/],
    ["https://APP.example.test:443/a/../cb", /Browsers normalize it to https:\/\/app\.example\.test\/cb/],
    ["https://app.example.test:0/cb", /port 0/],
    ["callback", /not an absolute URL/],
  ];

  void test("in the admin area, at registration and for an integration", async () => {
    const site = await aSite();
    for (const [uri, why] of flaws) {
      assert.match(await detailOf(make(site, { redirectUris: [uri] })), why);

      const answer = await site.post("/api/oauth/register", { redirect_uris: [loopbackRedirect, uri] });
      const error = answer.json<{ error: string; error_description: string }>();
      assert.equal(error.error, "invalid_redirect_uri");
      assert.match(error.error_description, why);
      assert.match(error.error_description, /^redirect_uris\.1: /);

      assert.match(await detailOf(anIntegration({ redirectUris: [uri] })), why);
    }
    const long = { redirect_uris: [`http://127.0.0.1/${"x".repeat(2000)}`] };
    assert.match((await site.post("/api/oauth/register", long)).body, /longer than 2000 characters/);
  });
});

void describe("An app with a custom URI scheme", () => {
  const redirectUri = "com.example.app:/callback";

  async function anApp() {
    const site = await aSite();
    const { id } = await make(site, { redirectUris: [redirectUri], scopes: ["openid", "account:read"] });
    const client = { clientId: formatClientId(id), redirectUri };
    const member = await site.member();
    return { site, client, member, browser: await site.signedIn(member) };
  }

  void test("is redirected to its scheme, which the page names and its policy allows", async () => {
    const { site, client, browser } = await anApp();
    const { url, verifier } = authorizeUrl(client, { scope: "openid account:read" });
    const page = await browser.open(url);
    assert.match(page.body, /An app on this device, <strong class="foreign">com\.example\.app<\/strong>/);
    assert.match(page.body, /This is a program on your computer/);
    const policy = String(page.response.headers["content-security-policy"]);
    assert.match(policy, /form-action 'self' com\.example\.app:;/);
    const end = await browser.submit(page, { decision: "allow" });
    const answer = new URL(end.address);
    assert.equal(`${answer.protocol}${answer.pathname}`, redirectUri);
    assert.equal(answer.searchParams.get("iss"), site.origin);
    const tokens = await site.exchange(client, answer.searchParams.get("code")!, verifier);
    assert.equal(tokens.json<Tokens>().scope, "openid account:read");
  });

  void test("requires consent every time, because any app on the device can impersonate it", async () => {
    const { client, browser } = await anApp();
    for (const _ of [1, 2]) {
      const page = await browser.open(authorizeUrl(client).url);
      assert.match(page.address, /^\/consent/);
      await browser.submit(page, { decision: "allow" });
    }
    const silent = await browser.open(authorizeUrl(client, { prompt: "none" }).url);
    assert.match(silent.address, /^com\.example\.app:\/callback\?error=consent_required/);
  });

  void test("is compared character by character", async () => {
    const { client, browser } = await anApp();
    for (const other of [
      "com.example.app:/callback/",
      "com.example.app:/Callback",
      "com.example.app2:/callback",
      "COM.example.app:/callback",
    ]) {
      const page = await browser.open(authorizeUrl({ ...client, redirectUri: other }).url);
      assert.deepEqual([page.status, page.response.headers.location], [400, undefined], other);
    }
  });

  void test("is listed on the account page by its scheme", async () => {
    const { client, browser } = await anApp();
    await browser.submit(await browser.open(authorizeUrl(client).url), { decision: "allow" });
    assert.match((await browser.open("/account")).body, /com\.example\.app/);
  });

  void test("cannot register itself", async () => {
    const site = await aSite();
    const answer = await site.post("/api/oauth/register", { client_name: "App", redirect_uris: [redirectUri] });
    assert.equal(answer.json<{ error: string }>().error, "invalid_redirect_uri");
  });
});
