import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { decodeJwt } from "jose";
import { later, minute } from "../support/clock.ts";
import { anApplication } from "../support/doubles/document-web.ts";
import { answerOf, authorizeUrl, password, type Tokens } from "../support/world.ts";
import { textOf } from "../pages/support/asked.ts";
import { assertRefused } from "./support/assert-refused.ts";
import { asks, aSiteOnline, assertOnPage, assertRefusedOnPage, clientOf } from "./support/document-client.ts";

const loopbackRedirect = "http://127.0.0.1:43117/callback";
const warning = "This is a program on your computer";

void test("An unregistered application signs a member in by the address of its document", async () => {
  const application = anApplication();
  const site = await aSiteOnline({ clientMetadataHosts: [application.host] });
  const member = await site.member({ name: "Ana Lima" });
  const client = clientOf(application);

  const browser = site.browser();
  const { url, verifier } = authorizeUrl(client, { scope: "openid profile email", nonce: "n" });
  const consent = await browser.submit(await browser.open(url), { email: member.email, password });
  const text = textOf(consent);
  assert.ok(text.includes(`Field Notes ${application.host}`), text);
  assert.ok(text.includes(`Its name comes from a metadata document at ${application.host}`), text);
  assert.ok(text.includes(`Redirects to ${application.host}`), text);
  assert.equal(text.includes(warning), false);
  const { code, iss } = answerOf(await browser.submit(consent, { decision: "allow" }));
  assert.equal(iss, site.origin);

  const tokens = (await site.exchange(client, code, verifier)).json<Tokens>();
  assert.equal(tokens.scope, "openid profile email");
  assert.equal(decodeJwt(tokens.id_token!).aud, application.url);
  assert.equal((await site.userinfo(tokens.access_token)).json<{ sub: string }>().sub, member.sub);

  const refreshed = (await site.refresh(client, tokens.refresh_token)).json<Tokens>();
  const token = refreshed.access_token;
  const introspected = await site.postForm("/api/oauth/introspect", { token }, { bearer: token });
  assert.partialDeepStrictEqual(introspected.json(), { active: true, client_id: application.url, sub: member.sub });

  const account = textOf(await browser.open("/account"));
  assert.ok(account.includes("Field Notes") && account.includes(application.host), account);

  const form = { token: refreshed.refresh_token, client_id: application.url };
  assert.equal((await site.postForm("/api/oauth/revoke", form)).statusCode, 200);
  assert.equal((await site.userinfo(token)).statusCode, 401);
  assert.equal(application.requests.length, 1);
});

async function shown(redirectUris: string[], redirectUri: string) {
  const application = anApplication();
  application.document["redirect_uris"] = redirectUris.map((uri) => uri.replace("HOST", application.host));
  const site = await aSiteOnline();
  const member = await site.member();
  const browser = await site.signedIn(member);
  const client = { clientId: application.url, redirectUri: redirectUri.replace("HOST", application.host) };
  const page = await asks(site, client, {}, browser);
  return { site, client, browser, page, words: textOf(page), application };
}

void describe("The consent page of an application with a document", () => {
  void test("warns if every redirect is a loopback address, and still names the document's host", async () => {
    const { words: text, application } = await shown([loopbackRedirect, "http://[::1]/cb"], loopbackRedirect);
    assert.ok(text.includes(warning));
    assert.ok(text.includes(`a metadata document at ${application.host}`));
    assert.ok(text.includes("A program on this computer, 127.0.0.1:43117"));
  });

  void test("does not warn if one redirect is at the document's host", async () => {
    const { words: text } = await shown(["https://HOST/callback", loopbackRedirect], loopbackRedirect);
    assert.equal(text.includes(warning), false);
  });

  void test("appears every time for a loopback redirect, and once for a redirect to the host", async () => {
    for (const [redirectUri, remembered] of [
      [loopbackRedirect, false],
      ["https://HOST/callback", true],
    ] as const) {
      const { site, client, browser, page } = await shown(["https://HOST/callback", loopbackRedirect], redirectUri);
      await browser.submit(page, { decision: "allow" });
      const silent = answerOf(await asks(site, client, { prompt: "none" }, browser));
      assert.deepEqual([silent.error, silent.code !== ""], [remembered ? null : "consent_required", remembered]);
    }
  });

  void test("escapes the name as text", async () => {
    const application = anApplication({ client_name: '"><script>alert(1)</script>' });
    const site = await aSiteOnline();
    const page = await asks(site, clientOf(application), {}, await site.signedIn(await site.member()));
    assert.doesNotMatch(page.body, /<script/);
    assert.ok(page.body.includes("&lt;script&gt;"));
  });
});

void describe("A host that a site removes from its list", () => {
  void test("has no clients at the site, and its earlier clients work again once it is listed again", async () => {
    const application = anApplication();
    const site = await aSiteOnline({ clientMetadataHosts: [application.host] });
    const client = clientOf(application);
    const member = await site.member();
    const tokens = await site.connect(client, member, "openid email");
    const { code, verifier, browser } = await site.allow(client, member, "openid", { prompt: "consent" });
    const waiting = await asks(site, client, { prompt: "consent" }, browser);
    const introspect = async () => {
      const form = { token: tokens.access_token };
      const answer = await site.postForm("/api/oauth/introspect", form, { bearer: tokens.access_token });
      return answer.json<{ active: boolean }>().active;
    };
    assert.equal(await introspect(), true);

    await site.set({ clientMetadataHosts: ["other.example"] });
    await assertRefusedOnPage(site, client, /does not accept clients with a document at/, browser);
    assertOnPage(await browser.submit(waiting, { decision: "allow" }), /removed or blocked/);
    assertRefused(await site.exchange(client, code, verifier), 401, "invalid_client");
    assertRefused(await site.refresh(client, tokens.refresh_token), 401, "invalid_client");
    assert.equal((await site.userinfo(tokens.access_token)).statusCode, 401);
    assert.equal((await site.graphql("{ viewer { id } }", tokens.access_token)).statusCode, 401);
    assert.ok(textOf(await browser.open("/account")).includes("It cannot access your account."));
    assert.equal(await introspect(), false);
    await later(11 * minute, () => assertRefusedOnPage(site, client, /does not accept clients/));
    assert.equal(application.requests.length, 1);

    await site.set({ clientMetadataHosts: [application.host] });
    assert.equal((await site.userinfo(tokens.access_token)).statusCode, 200);
    assert.equal((await site.refresh(client, tokens.refresh_token)).statusCode, 200);
    assert.equal((await site.exchange(client, code, verifier)).statusCode, 200);
    assert.match(answerOf(await asks(site, client, { scope: "openid email" }, browser)).code, /^lac_/);
  });

  void test("does not affect clients without a document", async () => {
    const site = await aSiteOnline();
    const client = await site.operatorClient();
    const tokens = await site.connect(client, await site.member(), "openid");
    await site.set({ openClientMetadataDocuments: false });
    assert.equal((await site.refresh(client, tokens.refresh_token)).statusCode, 200);
  });
});

void test("A client with a document is identified by its address, separately per site", async () => {
  const application = anApplication();
  const [here, there] = [await aSiteOnline(), await aSiteOnline()];
  const client = clientOf(application);
  const tokens = await here.connect(client, await here.member(), "openid");
  assertRefused(await there.refresh(client, tokens.refresh_token), 401, "invalid_client");
  await there.connect(client, await there.member(), "openid");
  assertRefused(await there.refresh(client, tokens.refresh_token), 400, "invalid_grant");
  assert.equal((await there.userinfo(tokens.access_token)).statusCode, 401);
  const longer = { ...client, clientId: `${client.clientId}?` };
  assertRefused(await here.refresh(longer, tokens.refresh_token), 401, "invalid_client");
  const withSecret = { ...client, clientSecret: "lcs_made-up" };
  assertRefused(await here.refresh(withSecret, tokens.refresh_token), 401, "invalid_client");
  assert.equal((await here.refresh(client, tokens.refresh_token)).statusCode, 200);
});
