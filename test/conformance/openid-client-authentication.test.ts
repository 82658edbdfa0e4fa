import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import * as client from "openid-client";
import { later } from "../support/clock.ts";
import { codeOf, enterCode, enterPassword, setUpApp } from "../support/second-factors.ts";
import type { Page, TestBrowser } from "../support/browser-session.ts";
import { type AMember, httpsRedirect, password } from "../support/world.ts";
import { type LiveSite, aLiveSite } from "../support/worlds/live-site.ts";

const twoFactors = "urn:lectern:acr:two-factors";

const signInAgain = (browser: TestBrowser, page: Page, { email }: AMember) => {
  assert.match(page.address, /^\/sign-in\?authorization=/);
  return browser.submit(page, { email, password });
};

const refusedWith = (error: string) => ({ name: "AuthorizationResponseError", error });

async function configurationAt({ origin, site }: LiveSite, audience: "member" | "operator") {
  const { clientId } = await site.operatorClient({ audience });
  return client.discovery(new URL(origin), clientId, undefined, client.None(), {
    execute: [client.allowInsecureRequests],
  });
}

/** Builds a request, and redeems what it returned with the checks of the library. */
async function request(config: client.Configuration, parameters: Record<string, string>) {
  const pkceCodeVerifier = client.randomPKCECodeVerifier();
  const checks = { pkceCodeVerifier, expectedNonce: client.randomNonce(), expectedState: client.randomState() };
  const { pathname, search } = client.buildAuthorizationUrl(config, {
    redirect_uri: httpsRedirect,
    scope: "openid",
    nonce: checks.expectedNonce,
    state: checks.expectedState,
    code_challenge: await client.calculatePKCECodeChallenge(pkceCodeVerifier),
    code_challenge_method: "S256",
    ...parameters,
  });
  const maxAge = parameters["max_age"] === undefined ? {} : { maxAge: Number(parameters["max_age"]) };
  const redeem = ({ address }: Page) =>
    client.authorizationCodeGrant(config, new URL(address), { ...checks, ...maxAge, idTokenExpected: true });
  return { path: `${pathname}${search}`, redeem };
}

/** The library checks the answers: state, nonce, issuer, `auth_time` against `max_age`. */
void describe("openid-client asks how and when a person signed in", () => {
  let live: LiveSite;
  let config: client.Configuration;

  before(async () => {
    live = await aLiveSite();
    config = await configurationAt(live, "member");
  });
  after(() => live.close());

  /** A member who has allowed the client, in a browser that signed in a moment ago. */
  async function aMember() {
    const member = await live.site.member();
    const browser = live.site.browser();
    const { path } = await request(config, {});
    await browser.submit(await enterPassword(browser, member, path), { decision: "allow" });
    return { member, browser };
  }

  void test("discovery names the classes", () => {
    assert.deepEqual(config.serverMetadata()["acr_values_supported"], [
      "urn:lectern:acr:one-factor",
      twoFactors,
      "phr",
    ]);
  });

  void test("without these parameters, the ID token has acr and amr, and no auth_time", async () => {
    const { browser } = await aMember();
    const { path, redeem } = await request(config, {});
    const claims = (await redeem(await browser.open(path))).claims()!;
    assert.deepEqual(
      [claims["acr"], claims["amr"], claims.auth_time],
      ["urn:lectern:acr:one-factor", ["pwd"], undefined],
    );
  });

  void test("max_age accepts a sign-in that is recent enough", async () => {
    const { browser } = await aMember();
    const { path, redeem } = await request(config, { max_age: "600" });
    const { auth_time } = (await redeem(await browser.open(path))).claims()!;
    assert.ok(Math.abs(Date.now() / 1000 - auth_time!) < 600);
  });

  for (const query of ["max_age=0", "prompt=login", "prompt=login&max_age=600"]) {
    const parameters = Object.fromEntries(new URLSearchParams(query));
    void test(`${query} asks for a new sign-in, once`, async () => {
      const { member, browser } = await aMember();
      const { path, redeem } = await request(config, parameters);
      const end = await signInAgain(browser, await browser.open(path), member);
      const claims = (await redeem(end)).claims()!;
      assert.equal(claims.sub, member.sub);
      assert.equal(claims.auth_time === undefined, !("max_age" in parameters));
    });
  }

  void test("prompt=none with a sign-in that is too old is login_required", async () => {
    const { browser } = await aMember();
    for (const max_age of ["0", "60"]) {
      const { path, redeem } = await request(config, { max_age, prompt: "none" });
      const page = await later(61_000, () => browser.open(path));
      await assert.rejects(redeem(page), refusedWith("login_required"), max_age);
    }
  });

  void test("prompt=none with a class that was not proven returns what was: acr_values is voluntary", async () => {
    const { member } = await aMember();
    await setUpApp(live.site, member);
    const own = await live.site.signedIn(member);
    const { path, redeem } = await request(config, { acr_values: twoFactors, prompt: "none" });
    const claims = (await redeem(await own.open(path))).claims()!;
    assert.notEqual(claims["acr"], twoFactors);
  });

  void test("acr_values asks for the second factor of a member who has one", async () => {
    const { member } = await aMember();
    const { secret } = await setUpApp(live.site, member);
    const browser = await live.site.signedIn(member);
    const { path, redeem } = await request(config, { acr_values: `phr ${twoFactors}` });
    const end = await later(60_000, async () => {
      const step = await signInAgain(browser, await browser.open(path), member);
      return enterCode(browser, step, await codeOf(secret));
    });
    const claims = (await redeem(end)).claims()!;
    assert.deepEqual([claims["acr"], claims["amr"]], [twoFactors, ["pwd", "otp", "mfa"]]);
  });

  void test("acr_values that no member can prove, or that are unknown, change nothing", async () => {
    const { browser } = await aMember();
    for (const acr_values of ["phr", "urn:example:unknown", "urn:lectern:acr:one-factor"]) {
      const { path, redeem } = await request(config, { acr_values });
      assert.equal((await redeem(await browser.open(path))).claims()!["acr"], "urn:lectern:acr:one-factor");
    }
  });

  void test("a school that demands a class refuses a request that cannot meet it", async () => {
    const other = await aLiveSite({ apiStepUp: "two-factors" });
    try {
      const operator = await configurationAt(other, "operator");
      const { path, redeem } = await request(operator, { scope: "openid members:write", acr_values: twoFactors });
      const browser = await other.site.signedIn(await other.site.member({ roles: ["owner"] }));
      await assert.rejects(redeem(await browser.open(path)), refusedWith("unmet_authentication_requirements"));
    } finally {
      await other.close();
    }
  });
});
