import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import * as oauth from "oauth4webapi";
import * as client from "openid-client";
import type { Browser } from "playwright-core";
import { launchBrowser } from "../support/browser.ts";
import { type LiveSite, aLiveSite } from "../support/live-site.ts";
import { aLoopbackClient } from "../support/loopback-client.ts";
import { aPerson, decide, readConsent, signIn } from "../support/person.ts";
import { type AClient, answerOf, challengeFor } from "../support/world.ts";
import { authorize, discover, viewer } from "./support/program.ts";

const insecure = { [oauth.allowInsecureRequests]: true };
const options = { execute: [client.allowInsecureRequests] };

void describe("what the libraries report when something is wrong", () => {
  let browser: Browser;
  let live: LiveSite;
  let as: oauth.AuthorizationServer;

  before(async () => {
    [browser, live] = await Promise.all([launchBrowser(), aLiveSite()]);
    as = await discover(live.origin);
  });
  after(() => Promise.all([browser.close(), live.close()]));

  /** A code in the hands of a client, as openid-client and oauth4webapi see it: an address with an answer. */
  async function aCode(made?: AClient, scope = "openid") {
    const member = await live.site.member();
    const asked = made ?? (await live.site.register());
    const nonce = oauth.generateRandomNonce();
    const { location, verifier } = await live.site.allow(asked, member, scope, { nonce });
    const config = await client.discovery(new URL(live.origin), asked.clientId, undefined, client.None(), options);
    const checks = { expectedState: "xyz", expectedNonce: nonce, pkceCodeVerifier: verifier };
    return { asked, answer: new URL(location), config, checks, verifier };
  }

  /** The exchange by oauth4webapi. */
  async function exchange(clientId: string, answer: URL, redirectUri: string, verifier: string) {
    const known = { client_id: clientId };
    const parameters = oauth.validateAuthResponse(as, known, answer, oauth.skipStateCheck);
    const response = await oauth.authorizationCodeGrantRequest(
      as,
      known,
      oauth.None(),
      parameters,
      redirectUri,
      verifier,
      insecure,
    );
    return oauth.processAuthorizationCodeResponse(as, known, response, { expectedNonce: oauth.expectNoNonce });
  }

  void test("a person who refuses: access_denied, with the state and the issuer, which both libraries check first", async () => {
    const member = await live.site.member();
    const callback = await aLoopbackClient();
    const asked = await live.site.register({ redirect_uris: [callback.redirectUri], client_name: "Reader" });
    const known = { client_id: asked.clientId };
    const request = await authorize(as, known, { scope: "openid", redirect_uri: callback.redirectUri });
    const page = await aPerson(browser);
    await page.goto(request.url.href);
    await signIn(page, member);
    await readConsent(page, "Reader");
    await decide(page, "Refuse");
    const answer = await callback.nextAnswer();
    await page.context().close();

    assert.throws(() => oauth.validateAuthResponse(as, known, answer, request.state), {
      name: "AuthorizationResponseError",
      error: "access_denied",
    });
    const config = await client.discovery(new URL(live.origin), asked.clientId, undefined, client.None(), options);
    const checks = { expectedState: request.state, pkceCodeVerifier: request.verifier };
    await assert.rejects(client.authorizationCodeGrant(config, answer, checks), {
      name: "AuthorizationResponseError",
      error: "access_denied",
    });
    assert.equal(answer.searchParams.get("error_uri"), `${live.origin}/docs/errors/access_denied`);
    await callback.close();
  });

  void test("an answer with another state, another issuer or none is nobody's answer: no code is sent anywhere", async () => {
    const { asked, answer, config, checks } = await aCode();
    const known = { client_id: asked.clientId };
    const altered = (change: (parameters: URLSearchParams) => void) => {
      const url = new URL(answer);
      change(url.searchParams);
      return url;
    };
    for (const wrong of [
      altered((parameters) => parameters.set("state", "abc")),
      altered((parameters) => parameters.set("iss", "http://127.0.0.1:1")),
      altered((parameters) => parameters.delete("iss")),
    ]) {
      assert.throws(() => oauth.validateAuthResponse(as, known, wrong, "xyz"), { code: "OAUTH_INVALID_RESPONSE" });
      await assert.rejects(client.authorizationCodeGrant(config, wrong, { ...checks }), {
        code: "OAUTH_INVALID_RESPONSE",
      });
    }
    const tokens = await client.authorizationCodeGrant(config, answer, checks);
    assert.ok(tokens.access_token, "The code of the sound answer was not spent by the others.");
  });

  void test("an id_token for another nonce is refused by the library, though the code was good", async () => {
    const { answer, config, checks } = await aCode();
    await assert.rejects(client.authorizationCodeGrant(config, answer, { ...checks, expectedNonce: "another" }), {
      code: "OAUTH_JWT_CLAIM_COMPARISON_FAILED",
    });
  });

  void test("a wrong verifier: invalid_grant, and the code is burnt", async () => {
    const { asked, answer, config, checks, verifier } = await aCode();
    const pkceCodeVerifier = client.randomPKCECodeVerifier();
    await assert.rejects(client.authorizationCodeGrant(config, answer, { ...checks, pkceCodeVerifier }), {
      name: "ResponseBodyError",
      error: "invalid_grant",
      status: 400,
    });
    await assert.rejects(exchange(asked.clientId, answer, asked.redirectUri, verifier), { error: "invalid_grant" });
  });

  void test("a code used twice: invalid_grant, and the tokens of the first use end", async () => {
    const { answer, config, checks } = await aCode();
    const tokens = await client.authorizationCodeGrant(config, answer, checks);
    const { sub } = tokens.claims()!;
    assert.equal((await client.fetchUserInfo(config, tokens.access_token, sub)).sub, sub);
    await assert.rejects(client.authorizationCodeGrant(config, answer, checks), { error: "invalid_grant" });
    await assert.rejects(client.fetchUserInfo(config, tokens.access_token, sub), {
      name: "WWWAuthenticateChallengeError",
    });
  });

  void test("a code that is older than a minute: invalid_grant", async () => {
    const { asked, answer, verifier } = await aCode();
    await live.later(61_000, () =>
      assert.rejects(exchange(asked.clientId, answer, asked.redirectUri, verifier), {
        error: "invalid_grant",
        status: 400,
      }),
    );
  });

  void test("the code of another client: invalid_grant; a client nobody knows: invalid_client with 401", async () => {
    const { asked, answer, verifier } = await aCode();
    const other = await live.site.register();
    await assert.rejects(exchange(other.clientId, answer, asked.redirectUri, verifier), { error: "invalid_grant" });
    const unknown = other.clientId.replace(/....$/, "0000");
    await assert.rejects(exchange(unknown, answer, asked.redirectUri, verifier), {
      name: "ResponseBodyError",
      error: "invalid_client",
      status: 401,
    });
  });

  void test("a confidential client with a wrong secret, with none, or by client_secret_basic: invalid_client", async () => {
    const asked = await live.site.register({ token_endpoint_auth_method: "client_secret_post" });
    const { answer, verifier } = await aCode(asked);
    const known = { client_id: asked.clientId };
    for (const auth of [
      oauth.ClientSecretPost("lcs_wrong"),
      oauth.None(),
      oauth.ClientSecretBasic(asked.clientSecret!),
    ]) {
      const parameters = oauth.validateAuthResponse(as, known, answer, "xyz");
      const response = await oauth.authorizationCodeGrantRequest(
        as,
        known,
        auth,
        parameters,
        asked.redirectUri,
        verifier,
        insecure,
      );
      await assert.rejects(oauth.processAuthorizationCodeResponse(as, known, response), {
        error: "invalid_client",
        status: 401,
      });
    }
  });

  void test("resource sent to the authorization endpoint and not to the token endpoint: invalid_target", async () => {
    const member = await live.site.member();
    const asked = await live.site.register();
    const { location, verifier } = await live.site.allow(asked, member, "openid", { resource: live.origin });
    const config = await client.discovery(new URL(live.origin), asked.clientId, undefined, client.None(), options);
    const checks = { expectedState: "xyz", pkceCodeVerifier: verifier };
    await assert.rejects(client.authorizationCodeGrant(config, new URL(location), checks), { error: "invalid_target" });
  });

  void test("a refresh token used twice: invalid_grant, and its successor ends with it", async () => {
    const { answer, config, checks } = await aCode();
    const first = await client.authorizationCodeGrant(config, answer, checks);
    const second = await client.refreshTokenGrant(config, first.refresh_token!);
    await assert.rejects(client.refreshTokenGrant(config, first.refresh_token!), { error: "invalid_grant" });
    await assert.rejects(client.refreshTokenGrant(config, second.refresh_token!), { error: "invalid_grant" });
  });

  void test("registrations that are refused: a fixed https callback, a name alone, account scopes", async () => {
    const refusals: [Partial<client.ClientMetadata>, string][] = [
      [{ client_name: "Elsewhere", redirect_uris: ["https://elsewhere.example/callback"] }, "invalid_redirect_uri"],
      [{ client_name: "Somebody’s platform" }, "invalid_client_metadata"],
      [{ redirect_uris: ["http://127.0.0.1/cb"], scope: "openid account:read" }, "invalid_scope"],
    ];
    for (const [metadata, error] of refusals) {
      await assert.rejects(
        client.dynamicClientRegistration(new URL(live.origin), metadata, client.None(), options),
        { name: "ResponseBodyError", error, status: 400 },
        JSON.stringify(metadata),
      );
    }
  });

  void test("the Member API's challenges: no token and an unknown one 401, one without the scope 403 with what is needed", async () => {
    const { answer, config, checks } = await aCode(undefined, "openid email");
    const { access_token } = await client.authorizationCodeGrant(config, answer, checks);
    const metadata = `${live.origin}/.well-known/oauth-protected-resource`;

    const unknown = await challengeOf(viewer(live.origin, "lat_unknown"));
    assert.deepEqual(
      { ...unknown.parameters, status: unknown.status, scheme: unknown.scheme },
      {
        error: "invalid_token",
        error_description: "The access token is unknown here, expired or revoked.",
        scope: "account:read",
        resource_metadata: metadata,
        status: 401,
        scheme: "bearer",
      },
    );
    const insufficient = await challengeOf(viewer(live.origin, access_token));
    assert.deepEqual(
      { ...insufficient.parameters, status: insufficient.status },
      {
        error: "insufficient_scope",
        error_description: "This needs the scope account:read.",
        scope: "openid email account:read",
        resource_metadata: metadata,
        status: 403,
      },
    );
  });

  void test("a token of another site at this one: invalid_token, with the way to this site's authorization server", async () => {
    const other = await aLiveSite();
    const member = await other.site.member();
    const tokens = await other.site.connect(await other.site.operatorClient(), member, "openid account:read");
    const { parameters, status } = await challengeOf(viewer(live.origin, tokens.access_token));
    assert.equal(status, 401);
    assert.equal(parameters.error, "invalid_token");
    assert.equal(parameters.resource_metadata, `${live.origin}/.well-known/oauth-protected-resource`);
    assert.equal((await viewer(other.origin, tokens.access_token)).status, 200);
    await other.close();
  });

  void test("prompt=none without a session, and then without a consent, is told to the client and shows no page", async () => {
    const callback = await aLoopbackClient();
    const asked = await live.site.register({ redirect_uris: [callback.redirectUri] });
    const known = { client_id: asked.clientId };
    const parameters = { redirect_uri: callback.redirectUri, prompt: "none" };
    const request = await authorize(as, known, parameters);
    const page = await aPerson(browser);
    await page.goto(request.url.href);
    const answer = await callback.nextAnswer();
    assert.throws(() => oauth.validateAuthResponse(as, known, answer, request.state), { error: "login_required" });
    await page.context().close();
    await callback.close();

    const signedIn = await live.site.signedIn(await live.site.member());
    const silent = await authorize(as, known, parameters);
    const { location } = answerOf(await signedIn.open(`${silent.url.pathname}${silent.url.search}`));
    assert.throws(() => oauth.validateAuthResponse(as, known, new URL(location), silent.state), {
      error: "consent_required",
    });
  });

  void test("a challenge made by plain, as PKCE allows it, is refused: the libraries' own is S256", async () => {
    const asked = await live.site.register();
    const verifier = client.randomPKCECodeVerifier();
    assert.equal(await client.calculatePKCECodeChallenge(verifier), challengeFor(verifier));
    const request = await authorize(as, { client_id: asked.clientId }, { code_challenge: verifier });
    request.url.searchParams.set("code_challenge_method", "plain");
    const browserless = live.site.browser();
    const { location } = answerOf(await browserless.open(`${request.url.pathname}${request.url.search}`));
    assert.throws(
      () => oauth.validateAuthResponse(as, { client_id: asked.clientId }, new URL(location), request.state),
      {
        error: "invalid_request",
      },
    );
  });
});

/** The challenge of a refusal, as the library reads it. */
async function challengeOf(refused: Promise<unknown>) {
  const error = await refused.then(() => undefined).catch((reason: unknown) => reason);
  assert.ok(error instanceof oauth.WWWAuthenticateChallengeError, `Expected a challenge, got ${String(error)}`);
  return { ...error.cause[0]!, status: error.status };
}
