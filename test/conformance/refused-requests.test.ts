import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import * as oauth from "oauth4webapi";
import * as client from "openid-client";
import type { Browser } from "playwright-core";
import { launchBrowser } from "../support/browser.ts";
import { type LiveSite, aLiveSite } from "../support/worlds/live-site.ts";
import { aLoopbackClient } from "../support/doubles/loopback-client.ts";
import { aPerson, decide, readConsent, signIn } from "../support/worlds/person.ts";
import { answerOf, challengeFor } from "../support/world.ts";
import { authorize, discover } from "./support/program.ts";

const options = { execute: [client.allowInsecureRequests] };

void describe("errors that the libraries report for a rejected registration or authorization", () => {
  let browser: Browser;
  let live: LiveSite;
  let as: oauth.AuthorizationServer;

  before(async () => {
    [browser, live] = await Promise.all([launchBrowser(), aLiveSite()]);
    as = await discover(live.origin);
  });
  after(() => Promise.all([browser.close(), live.close()]));

  void test("denied consent: access_denied, with the state and the issuer, which both libraries check first", async () => {
    const member = await live.site.member();
    const callback = await aLoopbackClient();
    const requested = await live.site.register({ redirect_uris: [callback.redirectUri], client_name: "Reader" });
    const known = { client_id: requested.clientId };
    const request = await authorize(as, known, { scope: "openid", redirect_uri: callback.redirectUri });
    const page = await aPerson(browser);
    await page.goto(request.url.href);
    await signIn(page, member);
    await readConsent(page, "Reader");
    await decide(page, "Deny");
    const answer = await callback.nextAnswer();
    await page.context().close();

    assert.throws(() => oauth.validateAuthResponse(as, known, answer, request.state), {
      name: "AuthorizationResponseError",
      error: "access_denied",
    });
    const config = await client.discovery(new URL(live.origin), requested.clientId, undefined, client.None(), options);
    const checks = { expectedState: request.state, pkceCodeVerifier: request.verifier };
    await assert.rejects(client.authorizationCodeGrant(config, answer, checks), {
      name: "AuthorizationResponseError",
      error: "access_denied",
    });
    assert.equal(answer.searchParams.get("error_uri"), `${live.origin}/docs/errors/access_denied`);
    await callback.close();
  });

  void test("rejected registrations: a fixed https callback, a name alone, account scopes", async () => {
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

  void test("prompt=none without a session, and then without consent, is returned to the client without a page", async () => {
    const callback = await aLoopbackClient();
    const requested = await live.site.register({ redirect_uris: [callback.redirectUri] });
    const known = { client_id: requested.clientId };
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

  void test("a plain PKCE challenge is rejected: the libraries use S256", async () => {
    const requested = await live.site.register();
    const verifier = client.randomPKCECodeVerifier();
    assert.equal(await client.calculatePKCECodeChallenge(verifier), challengeFor(verifier));
    const request = await authorize(as, { client_id: requested.clientId }, { code_challenge: verifier });
    request.url.searchParams.set("code_challenge_method", "plain");
    const browserless = live.site.browser();
    const { location } = answerOf(await browserless.open(`${request.url.pathname}${request.url.search}`));
    assert.throws(
      () => oauth.validateAuthResponse(as, { client_id: requested.clientId }, new URL(location), request.state),
      {
        error: "invalid_request",
      },
    );
  });
});
