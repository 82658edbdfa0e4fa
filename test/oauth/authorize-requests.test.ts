import assert from "node:assert/strict";
import { test } from "node:test";
import { answerOf, aSite, challengeFor, newVerifier } from "../support/world.ts";
import { askInVain, ask, query } from "./support/ask.ts";

const twice = async (name: string, value: string) => {
  const site = await aSite();
  const client = await site.register();
  const page = await site.browser().open(`/oauth/authorize?${query(client, { [name]: value })}&${name}=${value}`);
  return answerOf(page);
};

for (const [name, value] of [
  ["response_type", "code"],
  ["scope", "openid"],
  ["code_challenge", challengeFor(newVerifier())],
  ["code_challenge_method", "S256"],
  ["nonce", "n"],
  ["prompt", "login"],
  ["max_age", "5"],
  ["login_hint", "ana"],
  ["made_up", "x"],
] as const) {
  void test(`A repeated ${name} is redirected as invalid_request`, async () => {
    const answer = await twice(name, value);
    assert.deepEqual([answer.error, answer.state], ["invalid_request", "xyz"]);
    assert.match(answer.description!, new RegExp(`\\b${name}\\b`));
  });
}

void test("A repeated state is redirected as invalid_request, without a state", async () => {
  const answer = await twice("state", "xyz");
  assert.deepEqual([answer.error, answer.state], ["invalid_request", null]);
});

void test("Unknown parameters are ignored", async () => {
  const site = await aSite();
  const client = await site.register();
  const page = await ask(site, client, { display: "popup", acr_values: "1", audience: "x", claims: "{}", foo: "bar" });
  assert.match(page.address, /^\/sign-in\?authorization=aut_/);
});

void test("Unknown parameters are ignored regardless of their values", async () => {
  const site = await aSite();
  const client = await site.register();
  for (const unknown of [`foo=${"x".repeat(8000)}`, "foo=%00", "%00=%00", "foo=%FF%FE"]) {
    const page = await site.browser().open(`/oauth/authorize?${query(client)}&${unknown}`);
    assert.match(page.address, /^\/sign-in\?authorization=aut_/, unknown.slice(0, 40));
  }
});

void test("An empty parameter is treated as omitted", async () => {
  const site = await aSite();
  const client = await site.register();
  const empty = { prompt: "", max_age: "", request: "", request_uri: "", response_mode: "", nonce: "", resource: "" };
  assert.match((await ask(site, client, empty)).address, /^\/sign-in\?/);
  const page = await site.browser().open(`/oauth/authorize?${query(client)}&scope=&state=`);
  assert.match(page.address, /^\/sign-in\?/);

  const answer = await askInVain(site, client, { response_type: "", state: "" });
  assert.deepEqual([answer.error, answer.state], ["invalid_request", null]);
});

for (const [what, extra, code] of [
  ["without response_type", { response_type: undefined }, "invalid_request"],
  ["for the implicit token", { response_type: "token" }, "unsupported_response_type"],
  ["for an id_token directly", { response_type: "id_token" }, "unsupported_response_type"],
  ["for the hybrid flow", { response_type: "code id_token" }, "unsupported_response_type"],
  ["with another spelling of code", { response_type: "CODE" }, "unsupported_response_type"],
  ["with a request object", { request: "eyJhbGciOiJub25lIn0.e30." }, "request_not_supported"],
  ["with a request_uri", { request_uri: "https://app.example.test/request" }, "request_uri_not_supported"],
  ["with response_mode=fragment", { response_mode: "fragment" }, "invalid_request"],
  ["with a zero byte in the nonce", { nonce: "\u0000" }, "invalid_request"],
  ["with a zero byte in the login_hint", { login_hint: "a\u0000" }, "invalid_request"],
  ["with a zero byte in ui_locales", { ui_locales: "en\u0000" }, "invalid_request"],
  ["with a parameter beyond 2,000 characters", { nonce: "n".repeat(2001) }, "invalid_request"],
] as const) {
  void test(`A request ${what} is redirected as ${code}`, async () => {
    const site = await aSite();
    const answer = await askInVain(site, await site.register(), extra);
    assert.equal(answer.error, code);
    assert.deepEqual([answer.state, answer.iss, answer.code], ["xyz", site.origin, ""]);
    assert.match(answer.description!, /^[\x20-\x21\x23-\x5b\x5d-\x7e]+$/);
  });
}

for (const [what, extra] of [
  ["no code_challenge", { code_challenge: undefined, code_challenge_method: undefined }],
  ["a method but no challenge", { code_challenge: undefined }],
  ["no code_challenge_method", { code_challenge_method: undefined }],
  ["an empty code_challenge_method", { code_challenge_method: "" }],
  ["the method plain", { code_challenge_method: "plain" }],
  ["the method in lower case", { code_challenge_method: "s256" }],
  ["a challenge that is not SHA-256", { code_challenge: "x".repeat(42) }],
  ["a challenge with padding", { code_challenge: `${"x".repeat(43)}=` }],
  ["a challenge of invalid characters", { code_challenge: `${"x".repeat(42)}+` }],
] as const) {
  void test(`PKCE with ${what} is redirected as invalid_request for every kind of client`, async () => {
    const site = await aSite();
    const clients = await Promise.all([
      site.register(),
      site.register({ token_endpoint_auth_method: "client_secret_post" }),
      site.operatorClient({ confidential: true }),
    ]);
    for (const client of clients) assert.equal((await askInVain(site, client, extra)).error, "invalid_request");
  });
}

void test("Client and redirect URI are validated first, and everything else before the consent page", async () => {
  const site = await aSite();
  const client = await site.register();
  const page = await ask(site, client, { client_id: "unknown", response_type: "token", prompt: "none" });
  assert.equal(page.status, 400);
  assert.equal(
    (await askInVain(site, client, { response_type: "token", prompt: "none" })).error,
    "unsupported_response_type",
  );
});

void test("Without redirect_uri the only registered one is used", async () => {
  const site = await aSite();
  const client = await site.register();
  for (const redirect_uri of [undefined, ""]) {
    const answer = await askInVain(site, client, { redirect_uri, response_type: "token" });
    assert.ok(answer.location.startsWith(`${client.redirectUri}?`));
  }
});

void test("A loopback redirect can name any port, and the response goes to that port", async () => {
  const site = await aSite();
  for (const registered of ["http://127.0.0.1/callback", "http://127.0.0.1:43117/callback", "http://[::1]/callback"]) {
    const client = await site.register({ redirect_uris: [registered] });
    for (const port of ["", ":1", ":51234", ":65535"]) {
      const { protocol, hostname, pathname } = new URL(registered);
      const redirect_uri = `${protocol}//${hostname}${port}${pathname}`;
      const answer = await askInVain(site, client, { redirect_uri, response_type: "token" });
      assert.ok(answer.location.startsWith(`${redirect_uri}?error=`), answer.location);
    }
  }
});
