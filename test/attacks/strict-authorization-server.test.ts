import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { anApplication } from "../support/doubles/document-web.ts";
import { aSite, type ASite, loopbackRedirect, type Tokens } from "../support/world.ts";
import { aDirectory } from "../support/worlds/directory.ts";
import { ask, askInVain } from "../oauth/support/ask.ts";
import { assertRefused } from "../oauth/support/assert-refused.ts";
import { aSiteOnline, assertRefusedOnPage, clientOf } from "../oauth/support/document-client.ts";

const register = (site: ASite, payload: string) =>
  site.request("POST", "/api/oauth/register", { payload, headers: { "content-type": "application/json" } });

void describe("The authorization server refuses", () => {
  for (const address of ["https://HOST/client#", "https://@HOST/client", "https://:@HOST/client"]) {
    void test(`a client_id with an empty part of an address: ${address}`, async () => {
      const application = anApplication();
      const clientId = address.replace("HOST", application.host);
      await assertRefusedOnPage(await aSiteOnline(), { ...clientOf(application), clientId }, /is not the URL/);
      assert.equal(application.requests.length, 0);
    });
  }

  void test("Basic credentials in any encoding but their own", async () => {
    const site = await aSite();
    const client = await site.register({ token_endpoint_auth_method: "client_secret_post" });
    const tokens = await site.connect(client, await site.member(), "openid");
    const exact = Buffer.from(`${client.clientId}:${client.clientSecret}`).toString("base64");
    const bare = exact.replace(/=+$/, "");
    // One of them needs padding.
    const padded = [client.clientId, `%63${client.clientId.slice(1)}`]
      .map((id) => Buffer.from(`${id}:${client.clientSecret}`).toString("base64"))
      .find((encoded) => encoded.endsWith("="))!;
    const loose = [
      `${bare.slice(0, 8)}!${bare.slice(8)}`,
      `${bare.slice(0, 8)}=${bare.slice(8)}`,
      `${bare.slice(0, 8)}-${bare.slice(8)}`,
      `${bare}===`,
      `${bare}\u00a0`,
      `${exact}A`,
      padded.replace(/(.)(=+)$/, (_all, last: string, padding: string) => nextLetter(last) + padding),
    ];
    const refresh = (credentials: string, token: string) =>
      site.postForm(
        "/api/oauth/token",
        { grant_type: "refresh_token", refresh_token: token },
        { headers: { authorization: `Basic ${credentials}` } },
      );
    for (const credentials of loose) {
      assertRefused(await refresh(credentials, tokens.refresh_token), 401, "invalid_client");
    }
    const answer = await refresh(exact, tokens.refresh_token);
    assert.equal(answer.statusCode, 200);
    assert.equal((await refresh(bare, answer.json<Tokens>().refresh_token)).statusCode, 200);
  });

  void test("a redirect that a browser would open as the registered one, at authorization and at sign-out", async () => {
    const registered = "https://app.example.test/back?a=b";
    const site = await aSite();
    const fields = { redirectUris: [registered], postLogoutRedirectUris: [registered] };
    const client = await site.operatorClient(fields);
    const { id_token: hint = "" } = await site.connect(client, await site.member(), "openid");
    const lookalikes = [
      "https://APP.example.test/back?a=b",
      "HTTPS://app.example.test/back?a=b",
      "https://app.example.test:443/back?a=b",
      "https://app.example.test/./back?a=b",
      "https://app.example.test/x/../back?a=b",
      "https://app.example.test/b%61ck?a=b",
      "https://app.example.test/back?a=b#",
      "https://@app.example.test/back?a=b",
      "https://app.example.test\\back?a=b",
      "https://app.example.test/back?a=b ",
    ];
    for (const redirect of lookalikes) {
      const page = await ask(site, { ...client, redirectUri: redirect });
      assert.deepEqual([page.status, page.response.headers.location], [400, undefined], redirect);
      const query = new URLSearchParams({ id_token_hint: hint, post_logout_redirect_uri: redirect });
      assert.doesNotMatch(
        (await site.browser().open(`/oauth/logout?${query.toString()}`)).address,
        /^https:/,
        redirect,
      );
    }
  });

  void test("lists of addresses with a member that is no text", async () => {
    const site = await aSite();
    for (const member of [null, 7, {}, [loopbackRedirect], true]) {
      const redirects = { redirect_uris: [loopbackRedirect, member] };
      assertRefused(await site.post("/api/oauth/register", redirects), 400, "invalid_redirect_uri");
      const signOuts = { redirect_uris: [loopbackRedirect], post_logout_redirect_uris: [member] };
      assertRefused(await site.post("/api/oauth/register", signOuts), 400, "invalid_client_metadata");
      const application = anApplication({ redirect_uris: [loopbackRedirect, member] });
      await assertRefusedOnPage(await aSiteOnline(), { ...clientOf(application), redirectUri: loopbackRedirect }, /./);
    }
  });

  void test("names that every object inherits, as fields", async () => {
    const site = await aSite();
    const hidden = JSON.stringify({ redirect_uris: [loopbackRedirect] });
    for (const body of [`{"__proto__":${hidden}}`, `{"constructor":{"prototype":${hidden}}}`]) {
      const refusal = await register(site, body);
      assert.ok([400, 422].includes(refusal.statusCode), refusal.body);
    }
    const client = await site.operatorClient();
    for (const name of ["__proto__", "constructor", "toString"]) {
      assert.equal((await askInVain(site, client, { scope: name })).error, "invalid_scope");
      const form = { grant_type: name, client_id: client.clientId, code: "x" };
      assertRefused(await site.postForm("/api/oauth/token", form), 400, "unsupported_grant_type");
    }
  });

  void test("bodies that are JSON, but no object", async () => {
    const site = await aSite();
    const directory = await aDirectory(site);
    const bodies = ["null", "[]", "[{}]", "7", '"text"', "true"];
    for (const body of bodies) {
      assertRefused(await register(site, body), 400, "invalid_client_metadata");
      for (const [url, bearer, type] of [
        ["/scim/v2/Users", directory.key, "application/scim+json"],
        ["/member/graphql", undefined, "application/json"],
        ["/mcp", undefined, "application/json"],
      ] as const) {
        const answer = await site.request("POST", url, { bearer, payload: body, headers: { "content-type": type } });
        assert.ok(answer.statusCode >= 400 && answer.statusCode < 500, `${url} ${body}: ${answer.statusCode}`);
      }
    }
  });

  void test("scopes that are not names between single spaces, also in a refresh and a registration", async () => {
    const site = await aSite();
    const client = await site.register();
    const tokens = await site.connect(client, await site.member(), "openid profile");
    for (const scope of [
      "openid  profile",
      " openid",
      "openid ",
      "openid\tprofile",
      'openid "x"',
      "open\\id",
      "ünïd",
    ]) {
      assert.equal((await askInVain(site, client, { scope })).error, "invalid_scope", scope);
      assertRefused(await site.refresh(client, tokens.refresh_token, { scope }), 400, "invalid_scope");
      const metadata = { redirect_uris: [loopbackRedirect], scope };
      assertRefused(await site.post("/api/oauth/register", metadata), 400, "invalid_scope");
    }
    assert.equal((await site.refresh(client, tokens.refresh_token)).statusCode, 200);
  });

  void test("an id_token_hint in any encoding but its own", async () => {
    const site = await aSite();
    const client = await site.operatorClient();
    const ana = await site.member();
    const { id_token: hint = "" } = await site.connect(client, ana, "openid");
    const browser = await site.signedIn(ana);
    const loose = [
      `${hint}=`,
      `${hint}!`,
      `${hint.slice(0, -4)}\n${hint.slice(-4)}`,
      hint.slice(0, -1) + nextLetter(hint),
    ];
    for (const changed of loose) {
      const answer = await askInVain(site, client, { id_token_hint: changed }, browser);
      assert.equal(answer.error, "invalid_request", changed.slice(-8));
    }
    assert.match((await askInVain(site, client, { id_token_hint: hint }, browser)).code, /^lac_/);
  });
});

void describe("The authorization server gives no effect to", () => {
  void test("parameters and headers that it does not support, whatever they contain", async () => {
    const site = await aSite();
    const client = await site.operatorClient();
    const member = await site.member();
    const plain = await site.connect(client, member, "openid");
    const extras: Record<string, string>[] = [
      ...["null", "[]", '{"id_token":7}', '{"userinfo":{"email":true}}', '{"id_token":{"email":null}}', "{"].map(
        (claims) => ({ claims }),
      ),
      { authorization_details: '[{"type":"unknown"}]' },
      { authorization_details: "7" },
      { dpop_jkt: "x" },
      { request: "", request_uri: "" },
    ];
    for (const extra of extras) {
      const tokens = await site.connect(client, member, "openid", extra);
      assert.deepEqual(Object.keys(tokens), Object.keys(plain));
      assert.deepEqual(Object.keys(decodeClaims(tokens)), Object.keys(decodeClaims(plain)));
      assert.equal(tokens.token_type, "Bearer");
    }
    const headers = { dpop: "x.y.z", "oauth-client-attestation": "x.y.z", "oauth-client-attestation-pop": "x.y.z" };
    const form = { grant_type: "refresh_token", refresh_token: plain.refresh_token, client_id: client.clientId };
    const refreshed = await site.postForm("/api/oauth/token", form, { headers });
    assert.equal(refreshed.json<Tokens>().token_type, "Bearer");
    const metadata = (await site.get("/.well-known/openid-configuration")).json<Record<string, unknown>>();
    assert.equal(metadata["claims_parameter_supported"], false);
    for (const name of ["authorization_details_types_supported", "dpop_signing_alg_values_supported"]) {
      assert.equal(metadata[name], undefined);
    }
  });

  void test("the origin of a script: no origin is trusted, the opaque one included", async () => {
    const site = await aSite();
    const browser = await site.signedIn(await site.member());
    for (const origin of ["null", "https://evil.example", site.origin]) {
      for (const url of ["/api/oauth/userinfo", "/.well-known/openid-configuration", "/api/oauth/jwks"]) {
        const { headers } = await site.get(url, { headers: { origin } });
        assert.equal(headers["access-control-allow-origin"], "*");
        assert.equal(headers["access-control-allow-credentials"], undefined);
      }
      for (const url of ["/account", "/sign-in", "/oauth/authorize"]) {
        const { headers } = await browser.request("GET", url, undefined, { origin });
        assert.equal(headers["access-control-allow-origin"], undefined, url);
      }
    }
  });
});

const decodeClaims = ({ id_token: token = "" }: Tokens): Record<string, unknown> =>
  JSON.parse(Buffer.from(token.split(".")[1]!, "base64url").toString()) as Record<string, unknown>;

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/** A letter whose unused bits differ from those of the last one, so that loose decoders read the same bytes. */
const nextLetter = (text: string): string => alphabet[alphabet.indexOf(text.at(-1)!) ^ 1]!;
