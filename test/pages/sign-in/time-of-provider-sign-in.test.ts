import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { decodeJwt } from "jose";
import { database } from "../../support/databases/database.ts";
import { aLineProvider } from "../../support/doubles/line-provider.ts";
import { anOpenIdProvider } from "../../support/doubles/openid-provider.ts";
import type { ASite, Tokens } from "../../support/world.ts";
import { answerOf, authorizeUrl } from "../../support/world.ts";
import { seconds } from "./support/provider-logouts.ts";
import { aConnectedSite, aSiteOnline, connectProvider, leave, personAt, signInWith } from "./support/provider-site.ts";

const hour = 3600;
const month = 30 * 86_400;
const protectedPage = "/account/security/app";

/** Seconds since the person of the newest session authenticated. */
async function ageOf({ id }: ASite): Promise<number> {
  const [{ authenticatedAt }] = (await database.many<{ authenticatedAt: Date }>`
    select authenticated_at from sessions where site_id = ${id} order by last_seen_at desc limit 1`) as [
    { authenticatedAt: Date },
  ];
  return seconds() - Math.floor(authenticatedAt.getTime() / 1000);
}

const near = (age: number, expected: number) => {
  assert.ok(Math.abs(age - expected) < 30, `${age} instead of ${expected} seconds`);
};

void describe("A sign-in with an OpenID provider", () => {
  /** Seconds before now at which the provider says that the person signed in, and those that count. */
  const times: [name: string, said: number | undefined, age: number][] = [
    ["counts from when the provider says that the person signed in there", hour, hour],
    ["counts from now if the provider does not say", undefined, 0],
    ["counts from now if the provider names a time in the future", -5 * hour, 0],
    ["counts from a month ago if the provider names an older time", 400 * 86_400, month],
  ];
  for (const [name, said, age] of times) {
    void test(name, async () => {
      const connected = await aConnectedSite();
      const claims = personAt(connected.domain, { auth_time: said === undefined ? undefined : seconds() - said });
      const { page, browser } = await signInWith(connected, claims);
      assert.equal(page.address, "/learn", page.body.slice(0, 2000));
      near(await ageOf(connected.site), age);
      const { address } = await browser.open(protectedPage);
      assert.equal(address.startsWith("/account/confirm?"), age > 0, address);
    });
  }

  void test("is refused if its time is no number", async () => {
    const connected = await aConnectedSite();
    const { page } = await signInWith(connected, personAt(connected.domain, { auth_time: "now" }));
    assert.equal(page.status, 400);
  });

  void test("asks the provider for its time, and not to sign in again", async () => {
    const { site, path } = await aConnectedSite();
    const query = new URL(await leave(site.browser(), path)).searchParams;
    assert.deepEqual([query.get("max_age"), query.get("prompt")], [String(month), null]);
  });

  void test("gives ID tokens the time at the provider", async () => {
    const connected = await aConnectedSite();
    const { site, domain } = connected;
    const client = await site.operatorClient();
    const authTime = seconds() - hour;
    const { browser } = await signInWith(connected, personAt(domain, { auth_time: authTime }));
    const { url, verifier } = authorizeUrl(client, { scope: "openid", max_age: String(2 * hour) });
    const { code } = answerOf(await browser.submit(await browser.open(url), { decision: "allow" }));
    const { id_token: idToken } = (await site.exchange(client, code, verifier)).json<Tokens>();
    assert.equal(decodeJwt(idToken!)["auth_time"], authTime);
  });
});

void describe("A client that requires a sign-in", () => {
  for (const parameters of [{ prompt: "login" }, { max_age: "0" }, { max_age: "600" }] as Record<string, string>[]) {
    const name = new URLSearchParams(parameters).toString();
    void test(`with ${name} gets one at the provider, not a session there`, async () => {
      const connected = await aConnectedSite();
      const { site, provider, path, domain } = connected;
      const { url } = authorizeUrl(await site.operatorClient(), parameters);
      const browser = site.browser();
      const claims = personAt(domain);
      const address = await leave(browser, path, url);
      const query = new URL(address).searchParams;
      assert.deepEqual([query.get("max_age"), query.get("prompt")], ["0", "login"]);

      const refused = await browser.open(provider.approve(address, { ...claims, auth_time: seconds() - hour }));
      assert.equal(refused.status, 400);
      assert.match(refused.body, /Sign out at .*Harbour ID.*, then try again/);
      assert.equal((await browser.request("GET", "/account")).statusCode, 303);
      const [, back = ""] = /<a class="button primary" href="([^"]*)"/.exec(refused.body) ?? [];

      // The clock of the provider is behind.
      const again = await leave(browser, path, back);
      const consent = await browser.open(provider.approve(again, { ...claims, auth_time: seconds() - 40 }));
      assert.deepEqual([consent.status, consent.address.split("?")[0]], [200, "/consent"], consent.body.slice(0, 2000));
    });
  }

  void test("gets none from a provider that does not say when", async () => {
    const { site, provider, path, domain } = await aConnectedSite();
    const { url } = authorizeUrl(await site.operatorClient(), { prompt: "login" });
    const browser = site.browser();
    const refused = await browser.open(provider.approve(await leave(browser, path, url), personAt(domain)));
    assert.equal(refused.status, 400);
    assert.match(refused.body, /does not say when you did/);
  });

  void test("gets none whose time is in the future", async () => {
    const { site, provider, path, domain } = await aConnectedSite();
    const { url } = authorizeUrl(await site.operatorClient(), { prompt: "login" });
    const browser = site.browser();
    const claims = personAt(domain, { auth_time: seconds() + hour });
    const refused = await browser.open(provider.approve(await leave(browser, path, url), claims));
    assert.equal(refused.status, 400);
  });

  void test("lets a person choose an account by a sign-in with a session at the provider", async () => {
    const { site, provider, path, domain } = await aConnectedSite();
    const { url } = authorizeUrl(await site.operatorClient(), { prompt: "select_account" });
    const browser = site.browser();
    const claims = personAt(domain, { auth_time: seconds() - hour });
    const page = await browser.open(provider.approve(await leave(browser, path, url), claims));
    assert.equal(page.address.split("?")[0], "/consent");
  });
});

const atGoogle = async () => {
  const [site, provider] = [await aSiteOnline(), await anOpenIdProvider()];
  const connected = await connectProvider(site, provider, { preset: "google" });
  const { url } = authorizeUrl(await site.operatorClient(), { prompt: "login" });
  const browser = site.browser();
  return { ...connected, browser, address: await leave(browser, connected.path, url) };
};

void describe("A client that requires a sign-in at Google", () => {
  void test("lets the person choose an account, because Google refuses another prompt", async () => {
    const query = new URL((await atGoogle()).address).searchParams;
    assert.deepEqual([query.get("prompt"), query.get("max_age")], ["select_account", null]);
  });

  void test("gets a sign-in without a time, which Google sends by request of the owner only", async () => {
    const { browser, provider, address, site, domain } = await atGoogle();
    assert.equal((await browser.open(provider.approve(address, personAt(domain)))).address.split("?")[0], "/consent");
    near(await ageOf(site), 0);
  });

  void test("gets none with an old time", async () => {
    const { browser, provider, address, domain } = await atGoogle();
    const claims = personAt(domain, { auth_time: seconds() - hour });
    assert.equal((await browser.open(provider.approve(address, claims))).status, 400);
  });
});

const atLine = async (parameters: Record<string, string>) => {
  const [site, provider] = [await aSiteOnline(), await aLineProvider()];
  const { path } = await connectProvider(site, provider, { preset: "line", scopes: ["openid", "profile"] });
  const { url } = authorizeUrl(await site.operatorClient(), parameters);
  const query = new URL(await leave(site.browser(), path, url)).searchParams;
  return [query.get("prompt"), query.get("max_age")];
};

void describe("LINE", () => {
  void test("gets the age of the sign-in that a client requires, and no prompt that it does not know", async () => {
    assert.deepEqual(await atLine({ prompt: "login" }), [null, "0"]);
    assert.deepEqual(await atLine({}), [null, String(month)]);
  });
});
