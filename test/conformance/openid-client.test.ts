import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import * as client from "openid-client";
import type { Browser } from "playwright-core";
import { launchBrowser } from "../support/browser.ts";
import { type LiveSite, aLiveSite } from "../support/worlds/live-site.ts";
import { aLoopbackClient } from "../support/doubles/loopback-client.ts";
import { aPerson, decide, readConsent, signIn } from "../support/worlds/person.ts";

// The library rejects http unless it is explicitly allowed.
const options = { execute: [client.allowInsecureRequests] };
const query = "{ viewer { id email } }";

void describe("a program written with openid-client", () => {
  let browser: Browser;
  let live: LiveSite;

  before(async () => {
    [browser, live] = await Promise.all([launchBrowser(), aLiveSite()]);
  });
  after(() => Promise.all([browser.close(), live.close()]));

  for (const method of ["none", "client_secret_post"]) {
    void test(`runs from discovery to revocation with the method ${method}`, async () => {
      const member = await live.site.member({ name: "Ana Lima" });
      const callback = await aLoopbackClient();
      const metadata = {
        client_name: "Tide Tables",
        application_type: "native",
        redirect_uris: [callback.redirectUri],
        token_endpoint_auth_method: method,
      };
      const auth = method === "none" ? client.None() : undefined;
      const config = await client.dynamicClientRegistration(new URL(live.origin), metadata, auth, options);
      assert.equal(config.serverMetadata().supportsPKCE(), true);

      const { url, checks } = await authorize(config, {
        redirect_uri: callback.redirectUri,
        scope: "openid profile email",
        max_age: "3600",
      });
      const page = await aPerson(browser);
      await page.goto(url.href);
      await signIn(page, member);
      await readConsent(page, "Tide Tables");
      await decide(page, "Allow");
      const answer = await callback.nextAnswer();
      await page.context().close();

      client.enableNonRepudiationChecks(config);
      const tokens = await client.authorizationCodeGrant(config, answer, { ...checks, maxAge: 3600 });
      const claims = tokens.claims()!;
      assert.equal(claims.sub, member.sub);
      assert.equal(claims.aud, config.clientMetadata().client_id);

      const userinfo = await client.fetchUserInfo(config, tokens.access_token, claims.sub);
      assert.equal(userinfo.email, member.email);
      await assert.rejects(client.fetchUserInfo(config, tokens.access_token, "mbr_somebody_else"), {
        code: "OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED",
      });

      const refreshed = await client.refreshTokenGrant(config, tokens.refresh_token!);
      assert.equal(refreshed.claims(), undefined);
      if (method === "client_secret_post") {
        const { active } = await client.tokenIntrospection(config, refreshed.access_token);
        assert.equal(active, true);
      }

      await client.tokenRevocation(config, refreshed.refresh_token!);
      await assert.rejects(client.refreshTokenGrant(config, refreshed.refresh_token!), {
        name: "ResponseBodyError",
        error: "invalid_grant",
      });
      await assert.rejects(client.fetchUserInfo(config, refreshed.access_token, claims.sub), {
        name: "WWWAuthenticateChallengeError",
        status: 401,
      });
      await callback.close();
    });
  }

  void test("reads the Member API as a member client, until the member withdraws consent", async () => {
    const member = await live.site.member();
    const callback = await aLoopbackClient();
    const { clientId } = await live.site.operatorClient({ name: "Log Book", redirectUris: [callback.redirectUri] });
    const config = await client.discovery(new URL(live.origin), clientId, undefined, client.None(), options);

    const parameters = { redirect_uri: callback.redirectUri, scope: "openid account:read", resource: live.origin };
    const { url, checks } = await authorize(config, parameters);
    const page = await aPerson(browser);
    await page.goto(url.href);
    await signIn(page, member);
    await readConsent(page, "Log Book");
    await decide(page, "Allow");
    const answer = await callback.nextAnswer();

    const tokens = await client.authorizationCodeGrant(config, answer, checks, { resource: live.origin });
    const ask = () =>
      client.fetchProtectedResource(
        config,
        tokens.access_token,
        new URL("/member/graphql", live.origin),
        "POST",
        JSON.stringify({ query }),
        new Headers({ "content-type": "application/json" }),
      );
    assert.deepEqual(await (await ask()).json(), { data: { viewer: { id: member.sub, email: member.email } } });

    await page.goto(`${live.origin}/account`);
    await page.getByRole("button", { name: "Revoke access: Log Book" }).click();
    await page.getByText("The app can no longer use your account.").waitFor();
    await page.context().close();
    await assert.rejects(ask(), { name: "WWWAuthenticateChallengeError", status: 401 });
    await assert.rejects(client.refreshTokenGrant(config, tokens.refresh_token!), { error: "invalid_grant" });
    await callback.close();
  });
});

/** Builds an authorization request with state, nonce and verifier. */
async function authorize(config: client.Configuration, parameters: Record<string, string>) {
  const checks = {
    pkceCodeVerifier: client.randomPKCECodeVerifier(),
    expectedState: client.randomState(),
    expectedNonce: client.randomNonce(),
    idTokenExpected: true,
  };
  const url = client.buildAuthorizationUrl(config, {
    state: checks.expectedState,
    nonce: checks.expectedNonce,
    code_challenge: await client.calculatePKCECodeChallenge(checks.pkceCodeVerifier),
    code_challenge_method: "S256",
    ...parameters,
  });
  return { url, checks };
}
