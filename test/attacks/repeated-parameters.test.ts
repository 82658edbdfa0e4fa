import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { aSite, encode, httpsRedirect, loopbackRedirect } from "../support/world.ts";
import { ask, query } from "../oauth/support/ask.ts";
import { assertRefused } from "../oauth/support/assert-refused.ts";

// Literal duplicates are tested in test/oauth/authorize-requests.test.ts and token-requests.test.ts. Here are
// spellings that a proxy or a framework can parse differently than the server.

/** Spellings of one name: the first two decode to the same name, the others do not. */
const spellings = (name: string) => ({
  same: [name.replace(/^./, percent), [...name].map(percent).join("")],
  other: [
    `${name}[]`,
    `${name}[0]`,
    `${name}.0`,
    name.toUpperCase(),
    ` ${name}`,
    `+${name}`,
    `${name}%00`,
    `%ef%bb%bf${name}`,
  ],
});
const percent = (letter: string) => `%${letter.charCodeAt(0).toString(16)}`;

void describe("a parameter repeated in another spelling", () => {
  void test("is a duplicate at the authorization endpoint only if it decodes to the same name", async () => {
    const site = await aSite();
    const [client, other] = [
      await site.operatorClient(),
      await site.operatorClient({ redirectUris: ["https://other.example.test/"] }),
    ];
    const values = {
      client_id: other.clientId,
      redirect_uri: "https://other.example.test/",
      scope: "account:write",
      state: "other",
      code_challenge: "x".repeat(43),
      prompt: "login",
    };
    for (const [name, value] of Object.entries(values)) {
      const sound = query(client, { prompt: "none" });
      for (const spelling of spellings(name).same) {
        for (const both of [
          `${sound}&${spelling}=${encodeURIComponent(value)}`,
          `${spelling}=${encodeURIComponent(value)}&${sound}`,
        ]) {
          const page = await site.browser().open(`/oauth/authorize?${both}`);
          if (name === "client_id" || name === "redirect_uri") {
            assert.deepEqual([page.status, page.response.headers.location], [400, undefined], spelling);
          } else {
            assert.match(page.address, /^https:\/\/buddy\.example\.test\/callback\?error=invalid_request&/, spelling);
          }
        }
      }
      for (const spelling of spellings(name).other) {
        const page = await site.browser().open(`/oauth/authorize?${sound}&${spelling}=${encodeURIComponent(value)}`);
        assert.match(
          page.address,
          /^https:\/\/buddy\.example\.test\/callback\?error=login_required&.*state=xyz$/,
          spelling,
        );
      }
    }
  });

  void test("is a duplicate at the token endpoint only if it decodes to the same name", async () => {
    const site = await aSite();
    const [client, attacker, member] = [await site.register(), await site.register(), await site.member()];
    for (const [name, value] of Object.entries({
      client_id: attacker.clientId,
      redirect_uri: "http://127.0.0.1/x",
      grant_type: "x",
    })) {
      for (const kind of ["same", "other"] as const) {
        for (const spelling of spellings(name)[kind]) {
          const { code, verifier } = await site.allow(client, member, "openid");
          const sound = encode({
            grant_type: "authorization_code",
            code,
            redirect_uri: client.redirectUri,
            client_id: client.clientId,
            code_verifier: verifier,
          });
          const answer = await site.postForm("/api/oauth/token", `${sound}&${spelling}=${encodeURIComponent(value)}`);
          if (kind === "same") assertRefused(answer, 400, "invalid_request");
          else assert.equal(answer.statusCode, 200, `${spelling}: ${answer.body}`);
        }
      }
    }
  });

  void test("is not split at a semicolon, which is part of the value", async () => {
    const site = await aSite();
    const client = await site.register();
    const { address } = await ask(site, client, { state: "a;redirect_uri=https://evil.example.test", prompt: "none" });
    assert.ok(address.startsWith(`${loopbackRedirect}?error=login_required`));
    const url = `/oauth/authorize?client_id=unknown;client_id=${client.clientId}`;
    assert.equal((await site.browser().open(url)).status, 400);
  });
});

void test("A parameter in both query and body is read from the one that the method uses", async () => {
  const site = await aSite();
  const [client, other] = [await site.register(), await site.operatorClient()];
  // Complete except for its client_id, which the query must not supply, nor a secret or a verifier.
  const body = query(client, { client_id: undefined });
  const posted = await site.postForm(`/oauth/authorize?${query(other)}`, body, { headers: { cookie: "any=one" } });
  assert.deepEqual([posted.statusCode, posted.headers.location], [400, undefined]);

  const { code, verifier } = await site.allow(client, await site.member(), "openid");
  const exchange = {
    grant_type: "authorization_code",
    code,
    redirect_uri: client.redirectUri,
    client_id: client.clientId,
  };
  const inAddress = await site.postForm(`/api/oauth/token?code_verifier=${verifier}`, exchange);
  assertRefused(inAddress, 400, "invalid_request");
  const inCookie = await site.postForm("/api/oauth/token", exchange, {
    headers: { cookie: `code_verifier=${verifier}` },
  });
  assertRefused(inCookie, 400, "invalid_request");
  assert.equal((await site.exchange(client, code, verifier)).statusCode, 200);
});

void test("A duplicate JSON member is refused, however its name is written", async () => {
  const site = await aSite();
  const headers = { "content-type": "application/json" };
  const [loopback, https] = [JSON.stringify([loopbackRedirect]), JSON.stringify([httpsRedirect])];
  for (const name of ["redirect_uris", "redirect\\u005furis"]) {
    const payload = `{"redirect_uris":${https},"${name}":${loopback}}`;
    const answer = await site.request("POST", "/api/oauth/register", { payload, headers });
    assert.equal(answer.statusCode, 400, answer.body);
    assert.match(answer.body, /The body has the field 'redirect_uris' twice/);
  }
});

void test("No member of a JSON body reaches an object prototype", async () => {
  const site = await aSite();
  const headers = { "content-type": "application/json" };
  const polluted = `{"__proto__":{"redirect_uris":["${loopbackRedirect}"],"polluted":1},"constructor":{"prototype":{"polluted":1}}}`;
  for (const payload of [polluted, `[${polluted}]`]) {
    const answer = await site.request("POST", "/api/oauth/register", { payload, headers });
    assert.equal(answer.statusCode, 400);
  }
  assert.equal(({} as Record<string, unknown>)["polluted"], undefined);
});
