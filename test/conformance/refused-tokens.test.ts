import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import * as oauth from "oauth4webapi";
import * as client from "openid-client";
import { type LiveSite, aLiveSite } from "../support/worlds/live-site.ts";
import type { AClient } from "../support/world.ts";
import { discover } from "./support/program.ts";

const insecure = { [oauth.allowInsecureRequests]: true };
const options = { execute: [client.allowInsecureRequests] };

void describe("errors that the libraries report for a rejected exchange", () => {
  let live: LiveSite;
  let as: oauth.AuthorizationServer;

  before(async () => {
    live = await aLiveSite();
    as = await discover(live.origin);
  });
  after(() => live.close());

  /** A code received by a client, for openid-client and oauth4webapi. */
  async function aCode(made?: AClient) {
    const member = await live.site.member();
    const requested = made ?? (await live.site.register());
    const nonce = oauth.generateRandomNonce();
    const { location, verifier } = await live.site.allow(requested, member, "openid", { nonce });
    const config = await client.discovery(new URL(live.origin), requested.clientId, undefined, client.None(), options);
    const checks = { expectedState: "xyz", expectedNonce: nonce, pkceCodeVerifier: verifier };
    return { requested, answer: new URL(location), config, checks, verifier };
  }

  /** Exchanges the code with oauth4webapi. */
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

  void test("the library rejects a response with a wrong state or issuer, and sends no code", async () => {
    const { requested, answer, config, checks } = await aCode();
    const known = { client_id: requested.clientId };
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
    assert.ok(tokens.access_token, "The rejected responses did not consume the code of the valid one.");
  });

  void test("the library rejects an id_token for another nonce, although the code was valid", async () => {
    const { answer, config, checks } = await aCode();
    await assert.rejects(client.authorizationCodeGrant(config, answer, { ...checks, expectedNonce: "another" }), {
      code: "OAUTH_JWT_CLAIM_COMPARISON_FAILED",
    });
  });

  void test("a wrong verifier: invalid_grant, and the code is consumed", async () => {
    const { requested, answer, config, checks, verifier } = await aCode();
    const pkceCodeVerifier = client.randomPKCECodeVerifier();
    await assert.rejects(client.authorizationCodeGrant(config, answer, { ...checks, pkceCodeVerifier }), {
      name: "ResponseBodyError",
      error: "invalid_grant",
      status: 400,
    });
    await assert.rejects(exchange(requested.clientId, answer, requested.redirectUri, verifier), {
      error: "invalid_grant",
    });
  });

  void test("a code used twice: invalid_grant, and the tokens of the first use are revoked", async () => {
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
    const { requested, answer, verifier } = await aCode();
    await live.later(61_000, () =>
      assert.rejects(exchange(requested.clientId, answer, requested.redirectUri, verifier), {
        error: "invalid_grant",
        status: 400,
      }),
    );
  });

  void test("the code of another client: invalid_grant; an unknown client: invalid_client with 401", async () => {
    const { requested, answer, verifier } = await aCode();
    const other = await live.site.register();
    await assert.rejects(exchange(other.clientId, answer, requested.redirectUri, verifier), { error: "invalid_grant" });
    const unknown = other.clientId.replace(/....$/, "0000");
    await assert.rejects(exchange(unknown, answer, requested.redirectUri, verifier), {
      name: "ResponseBodyError",
      error: "invalid_client",
      status: 401,
    });
  });

  void test("a confidential client with a wrong secret, with none, or with a wrong one by client_secret_basic: invalid_client", async () => {
    const requested = await live.site.register({ token_endpoint_auth_method: "client_secret_post" });
    const { answer, verifier } = await aCode(requested);
    const known = { client_id: requested.clientId };
    const exchangeBy = (auth: oauth.ClientAuth) =>
      oauth.authorizationCodeGrantRequest(
        as,
        known,
        auth,
        oauth.validateAuthResponse(as, known, answer, "xyz"),
        requested.redirectUri,
        verifier,
        insecure,
      );
    for (const auth of [oauth.ClientSecretPost("lcs_wrong"), oauth.None()]) {
      await assert.rejects(oauth.processAuthorizationCodeResponse(as, known, await exchangeBy(auth)), {
        error: "invalid_client",
        status: 401,
      });
    }
    // The error of a request with an Authorization header names the scheme (RFC 6749 §5.2).
    const response = await exchangeBy(oauth.ClientSecretBasic("lcs_wrong"));
    assert.equal(((await response.clone().json()) as { error: string }).error, "invalid_client");
    const error = await oauth.processAuthorizationCodeResponse(as, known, response).catch((reason: unknown) => reason);
    assert.ok(error instanceof oauth.WWWAuthenticateChallengeError);
    assert.equal(error.cause[0]!.scheme, "basic");
    // The failures did not consume the code, and Basic is accepted with the secret.
    const accepted = await exchangeBy(oauth.ClientSecretBasic(requested.clientSecret!));
    assert.equal(accepted.status, 200);
  });

  void test("resource sent to the authorization endpoint and not to the token endpoint: invalid_target", async () => {
    const member = await live.site.member();
    const requested = await live.site.register();
    const { location, verifier } = await live.site.allow(requested, member, "openid", { resource: live.origin });
    const config = await client.discovery(new URL(live.origin), requested.clientId, undefined, client.None(), options);
    const checks = { expectedState: "xyz", pkceCodeVerifier: verifier };
    await assert.rejects(client.authorizationCodeGrant(config, new URL(location), checks), { error: "invalid_target" });
  });

  void test("a refresh token used again after the grace period: invalid_grant, and its successor is revoked", async () => {
    const { answer, config, checks } = await aCode();
    const first = await client.authorizationCodeGrant(config, answer, checks);
    const second = await client.refreshTokenGrant(config, first.refresh_token!);
    await live.later(11_000, async () => {
      await assert.rejects(client.refreshTokenGrant(config, first.refresh_token!), { error: "invalid_grant" });
      await assert.rejects(client.refreshTokenGrant(config, second.refresh_token!), { error: "invalid_grant" });
    });
  });
});
