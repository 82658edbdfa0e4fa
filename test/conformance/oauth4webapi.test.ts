import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import * as oauth from "oauth4webapi";
import type { Browser } from "playwright-core";
import { launchBrowser } from "../support/browser.ts";
import { type LiveSite, aLiveSite } from "../support/worlds/live-site.ts";
import { aLoopbackClient } from "../support/doubles/loopback-client.ts";
import { aPerson, decide, readConsent, signIn } from "../support/worlds/person.ts";
import { authorize, discover, register, viewer } from "./support/program.ts";

// The libraries reject http unless it is explicitly allowed.
const insecure = { [oauth.allowInsecureRequests]: true };

void describe("a program written with oauth4webapi", () => {
  let browser: Browser;
  let live: LiveSite;

  before(async () => {
    [browser, live] = await Promise.all([launchBrowser(), aLiveSite()]);
  });
  after(() => Promise.all([browser.close(), live.close()]));

  void test("discovers the site, registers, signs a member in, and revokes its tokens", async () => {
    const member = await live.site.member({ name: "Ana Lima", roles: ["owner"] });
    const callback = await aLoopbackClient();
    const as = await discover(live.origin);
    const { client, auth } = await register(as, { client_name: "Cove Reader", redirect_uris: [callback.redirectUri] });

    const request = await authorize(as, client, { scope: "openid profile email courses:read" });
    const page = await aPerson(browser);
    await page.goto(request.url.href);
    await signIn(page, member);
    const shown = await readConsent(page, "Cove Reader");
    assert.match(shown, /See your email address/);
    assert.match(shown, /See all courses/);
    await decide(page, "Allow");
    const answer = await callback.nextAnswer();
    await page.context().close();
    assert.equal(answer.searchParams.get("iss"), live.origin);

    const parameters = oauth.validateAuthResponse(as, client, answer, request.state);
    const response = await oauth.authorizationCodeGrantRequest(
      as,
      client,
      auth,
      parameters,
      callback.redirectUri,
      request.verifier,
      insecure,
    );
    const tokens = await oauth.processAuthorizationCodeResponse(as, client, response, {
      expectedNonce: request.nonce,
      requireIdToken: true,
    });
    await oauth.validateApplicationLevelSignature(as, response, insecure);
    const claims = oauth.getValidatedIdTokenClaims(tokens)!;
    assert.equal(tokens.scope, "openid profile email courses:read");
    assert.equal(claims.sub, member.sub);
    assert.equal(claims.exp - claims.iat, 600);

    const userinfo = await oauth.processUserInfoResponse(
      as,
      client,
      claims.sub,
      await oauth.userInfoRequest(as, client, tokens.access_token, insecure),
    );
    assert.equal(userinfo.name, "Ana Lima");
    for (const claim of ["sub", "email", "name", "org_id", "roles"]) assert.deepEqual(userinfo[claim], claims[claim]);

    const refreshResponse = await oauth.refreshTokenGrantRequest(as, client, auth, tokens.refresh_token!, insecure);
    const refreshed = await oauth.processRefreshTokenResponse(as, client, refreshResponse);
    assert.notEqual(refreshed.access_token, tokens.access_token);
    assert.notEqual(refreshed.refresh_token, tokens.refresh_token);
    assert.equal(refreshed.id_token, undefined);

    const revoked = await oauth.revocationRequest(as, client, auth, refreshed.refresh_token!, insecure);
    await oauth.processRevocationResponse(revoked);
    await assert.rejects(
      async () => {
        const refused = await oauth.refreshTokenGrantRequest(as, client, auth, refreshed.refresh_token!, insecure);
        return oauth.processRefreshTokenResponse(as, client, refused);
      },
      { name: "ResponseBodyError", error: "invalid_grant", status: 400 },
    );
    for (const { access_token } of [tokens, refreshed]) {
      await assert.rejects(
        async () => {
          const refused = await oauth.userInfoRequest(as, client, access_token, insecure);
          return oauth.processUserInfoResponse(as, client, claims.sub, refused);
        },
        { name: "WWWAuthenticateChallengeError", status: 401 },
      );
    }
    await callback.close();
  });

  void test("gets an error for account:read after self-registration, without a consent page", async () => {
    const callback = await aLoopbackClient();
    const as = await discover(live.origin);
    const { client } = await register(as, { client_name: "Cove Reader", redirect_uris: [callback.redirectUri] });
    const request = await authorize(as, client, { scope: "openid account:read" });

    const page = await aPerson(browser);
    await page.goto(request.url.href);
    const answer = await callback.nextAnswer();
    await page.context().close();
    assert.throws(() => oauth.validateAuthResponse(as, client, answer, request.state), {
      name: "AuthorizationResponseError",
      error: "invalid_scope",
    });
    await callback.close();
  });

  void test("reads a member's account data after the school made it a member client", async () => {
    const member = await live.site.member({ name: "Ana Lima" });
    const callback = await aLoopbackClient();
    const as = await discover(live.origin);
    const made = await live.site.operatorClient({ confidential: true, redirectUris: [callback.redirectUri] });
    const client: oauth.Client = { client_id: made.clientId };
    const auth = oauth.ClientSecretPost(made.clientSecret!);

    // A program that knows only the API's address finds the authorization server by the challenge.
    const challenge = await challengeOf(viewer(live.origin, "lat_unknown"));
    assert.equal(challenge["error"], "invalid_token");
    const resource = await oauth.processResourceDiscoveryResponse(
      new URL(live.origin),
      await oauth.resourceDiscoveryRequest(new URL(live.origin), insecure),
    );
    assert.equal(challenge["resource_metadata"], `${live.origin}/.well-known/oauth-protected-resource`);
    assert.deepEqual(resource.authorization_servers, [as.issuer]);

    const request = await authorize(as, client, {
      scope: "openid account:read",
      redirect_uri: callback.redirectUri,
      resource: resource.resource,
    });
    const page = await aPerson(browser);
    await page.goto(request.url.href);
    await signIn(page, member);
    await readConsent(page, "Study Buddy");
    await decide(page, "Allow");
    const answer = await callback.nextAnswer();
    await page.context().close();

    const response = await oauth.authorizationCodeGrantRequest(
      as,
      client,
      auth,
      oauth.validateAuthResponse(as, client, answer, request.state),
      callback.redirectUri,
      request.verifier,
      { ...insecure, additionalParameters: { resource: resource.resource } },
    );
    const tokens = await oauth.processAuthorizationCodeResponse(as, client, response, {
      expectedNonce: request.nonce,
      requireIdToken: true,
    });
    const answered = await viewer(live.origin, tokens.access_token);
    assert.deepEqual(await answered.json(), {
      data: { viewer: { id: member.sub, name: "Ana Lima", email: member.email, enrolledCourses: { nodes: [] } } },
    });

    const introspection = await oauth.processIntrospectionResponse(
      as,
      client,
      await oauth.introspectionRequest(as, client, auth, tokens.access_token, insecure),
    );
    assert.equal(introspection.active, true);
    assert.equal(introspection.aud, live.origin);
    assert.equal(introspection.sub, member.sub);

    const refreshResponse = await oauth.refreshTokenGrantRequest(as, client, auth, tokens.refresh_token!, insecure);
    const refreshed = await oauth.processRefreshTokenResponse(as, client, refreshResponse);
    await oauth.processRevocationResponse(
      await oauth.revocationRequest(as, client, auth, refreshed.refresh_token!, insecure),
    );
    assert.equal((await challengeOf(viewer(live.origin, refreshed.access_token)))["error"], "invalid_token");
    await callback.close();
  });
});

/** The challenge of a protected resource, as parsed by the library. */
async function challengeOf(refused: Promise<unknown>): Promise<oauth.WWWAuthenticateChallengeParameters> {
  const error = await refused.then(() => undefined).catch((reason: unknown) => reason);
  assert.ok(error instanceof oauth.WWWAuthenticateChallengeError, `Expected a challenge, got ${String(error)}`);
  return error.cause[0]!.parameters;
}
