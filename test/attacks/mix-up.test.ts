import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { aSite, type ASite, authorizeUrl, httpsRedirect, password } from "../support/world.ts";
import { ask, query } from "../oauth/support/ask.ts";
import { anyText } from "../support/data/any-text.ts";

/** Asserts a response of this site only: one issuer, one state, and no injected parameters. */
function assertOwn({ origin }: ASite, location: string, state = "xyz"): URLSearchParams {
  const parameters = new URLSearchParams(location.slice(location.indexOf("?")));
  assert.deepEqual(parameters.getAll("iss"), [origin], location);
  assert.deepEqual(parameters.getAll("state"), [state], location);
  const expected = parameters.has("error") ? ["error", "error_description", "error_uri", "iss"] : ["code", "iss"];
  assert.deepEqual([...parameters.keys()].toSorted(), [...expected, "state"].toSorted(), location);
  return parameters;
}

/** Requests with an immediate error, and the error. */
const atOnce: [extra: Record<string, string | undefined>, error: string][] = [
  [{ prompt: "none" }, "login_required"],
  [{ response_type: "token" }, "unsupported_response_type"],
  [{ response_type: undefined }, "invalid_request"],
  [{ response_mode: "fragment" }, "invalid_request"],
  [{ request: "eyJ" }, "request_not_supported"],
  [{ request_uri: "https://evil.example.test/r" }, "request_uri_not_supported"],
  [{ resource: "https://evil.example.test" }, "invalid_target"],
  [{ scope: "account:read" }, "invalid_scope"],
  [{ scope: "phone" }, "invalid_scope"],
  [{ scope: "a  b" }, "invalid_scope"],
  [{ code_challenge: undefined }, "invalid_request"],
  [{ code_challenge_method: "plain" }, "invalid_request"],
  [{ max_age: "-1" }, "invalid_request"],
  [{ prompt: "none login" }, "invalid_request"],
  [{ nonce: "n".repeat(2001) }, "invalid_request"],
];

void describe("a client of several authorization servers identifies the issuer: every redirect carries iss", () => {
  void test("for every immediate error, by GET and by POST", async () => {
    const site = await aSite();
    const client = await site.register();
    for (const [extra, error] of atOnce) {
      const got = await ask(site, client, extra);
      assert.equal(assertOwn(site, got.address).get("error"), error);
      const posted = await site.postForm("/oauth/authorize", query(client, extra), { headers: { cookie: "any=one" } });
      assert.equal(assertOwn(site, String(posted.headers.location)).get("error"), error);
    }
  });

  void test("for a code, after new and remembered consent", async () => {
    const site = await aSite();
    const [client, member] = [await site.operatorClient(), await site.member()];
    const browser = await site.signedIn(member);
    const { url } = authorizeUrl(client);
    const end = await browser.submit(await browser.open(url), { decision: "allow" });
    assert.ok(assertOwn(site, end.address).get("code"));
    assert.ok(assertOwn(site, (await browser.open(url)).address).get("code"));
    assert.ok(assertOwn(site, (await browser.open(authorizeUrl(client, { prompt: "none" }).url)).address).get("code"));
  });

  void test("for the results of sign-in and consent: denied, no scopes left, consent required", async () => {
    const site = await aSite();
    const [client, member] = [await site.register(), await site.member()];
    const signedIn = await site.signedIn(member);
    const consent = await signedIn.open(authorizeUrl(client).url);
    const refused = await signedIn.submit(consent, { decision: "deny" });
    assert.equal(assertOwn(site, refused.address).get("error"), "access_denied");
    const silent = await signedIn.open(authorizeUrl(client, { prompt: "none" }).url);
    assert.equal(assertOwn(site, silent.address).get("error"), "consent_required");
    const stranger = site.browser();
    const requested = await stranger.open(authorizeUrl(client, { scope: "courses:write" }).url);
    const left = await stranger.submit(requested, { email: member.email, password });
    assert.equal(assertOwn(site, left.address).get("error"), "invalid_scope");
  });

  void test("and it is the issuer of the requested site, of two with the same member", async () => {
    const [one, other] = [await aSite(), await aSite()];
    for (const site of [one, other]) {
      const client = await site.operatorClient({ redirectUris: [httpsRedirect] });
      const { code, location } = await site.allow(client, await site.member(), "openid");
      assert.ok(code);
      assertOwn(site, location);
    }
    assert.notEqual(one.origin, other.origin);
  });
});

void test("No state adds a parameter to the response", async () => {
  const site = await aSite();
  const client = await site.register();
  const state = fc.oneof(
    anyText({ minLength: 1 }),
    fc.string({ unit: fc.constantFrom(..."&=?#;+% \r\n"), minLength: 1 }),
    fc.constantFrom("&iss=https://evil.example.test", "x&code=lac_stolen", "#iss=evil", "x\r\nLocation: //evil"),
  );
  await fc.assert(
    fc.asyncProperty(state, async (text) => {
      const { address } = await ask(site, client, { state: text, prompt: "none" });
      // An unpaired surrogate is returned as the request could encode it.
      assertOwn(site, address, new URLSearchParams(new URLSearchParams({ state: text }).toString()).get("state")!);
      assert.match(address, /^[\x21-\x7e]+$/);
    }),
    { numRuns: 300 },
  );
});
