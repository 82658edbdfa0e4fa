import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { count, limits } from "#domain/platform/rate-limits/rate-limits.ts";
import { database } from "../../support/databases/database.ts";
import { formWith } from "../../support/doubles/saml-provider.ts";
import { authorizeUrl } from "../../support/world.ts";
import { addressIn } from "./support/provider-site.ts";
import { aSamlSite, beginAt, carry, personOf, signInWithSaml } from "./support/saml-site.ts";

const hour = 3_600_000;

/** A statement that the person signed in at this time. */
const signedIn = (ago: number) => ({
  statement: `<saml:AuthnStatement AuthnInstant="${new Date(Date.now() - ago).toISOString()}" SessionIndex="1"><saml:AuthnContext><saml:AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:Password</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement>`,
});

const undated = () => ({ statement: signedIn(0).statement.replace(/ AuthnInstant="[^"]*"/, "") });

void test("A sign-in with SAML counts from when the provider says that the person signed in there", async () => {
  const connected = await aSamlSite();
  const { provider, domain, site } = connected;
  const person = personOf(domain);
  const { browser } = await signInWithSaml(connected, (request) => provider.answer(request, person, signedIn(hour)));
  const [session] = await database.many<{ authenticatedAt: Date }>`
    select authenticated_at from sessions where site_id = ${site.id}`;
  assert.ok(Math.abs(Date.now() - hour - session!.authenticatedAt.getTime()) < 30_000);
  assert.match((await browser.open("/account/security/app")).address, /^\/account\/confirm\?/);
});

void describe("A client that requires a sign-in", () => {
  const cases: [name: string, values: () => object, status: number, text: RegExp][] = [
    ["gets no session at the SAML provider", () => signedIn(hour), 400, /Sign out at .*Harbour SAML.*, then try again/],
    ["gets no sign-in whose time is missing", undated, 400, /does not say when you did/],
    ["gets a new sign-in at the SAML provider", () => signedIn(20_000), 200, /Buddy|Allow/],
  ];
  for (const [name, values, status, text] of cases) {
    void test(name, async () => {
      const connected = await aSamlSite();
      const { site, provider, domain } = connected;
      const { url } = authorizeUrl(await site.operatorClient(), { prompt: "login" });
      const browser = site.browser();
      const request = await beginAt(connected, browser, url);
      assert.match(request.xml, / ForceAuthn="true"/);
      const answer = provider.answer(request, personOf(domain), values());
      const page = await carry(connected, browser, formWith(answer, request.relayState));
      assert.equal(page.status, status, page.body.slice(0, 2000));
      assert.match(page.body, text);
    });
  }
});

void test("A person who signs in with SAML confirms their identity by a new sign-in there", async () => {
  const connected = await aSamlSite();
  const { provider, domain, wireId } = connected;
  const person = personOf(domain);
  const { browser } = await signInWithSaml(connected, (request) => provider.answer(request, person, signedIn(hour)));
  const leave = async () => {
    const asked = await browser.open("/account/security/app");
    return provider.read(addressIn(await browser.submit(asked, { provider: wireId })));
  };
  const first = await leave();
  assert.match(first.xml, / ForceAuthn="true"/);
  const silent = provider.answer(first, person, signedIn(hour));
  assert.equal((await carry(connected, browser, formWith(silent, first.relayState))).status, 400);
  const second = await leave();
  const page = await carry(
    connected,
    browser,
    formWith(provider.answer(second, person, signedIn(0)), second.relayState),
  );
  assert.deepEqual([page.status, page.address], [200, "/account/security/app"]);
});

void test("A sign-in with SAML counts once", async () => {
  const connected = await aSamlSite();
  const { provider, domain, site } = connected;
  const { page } = await signInWithSaml(connected, (request) => provider.answer(request, personOf(domain)));
  assert.equal(page.address, "/learn");
  const { count: counted } = await count(site.context(), limits.providerSignInPerAddress, "127.0.0.1", 0);
  assert.equal(counted, 1);
});

void test("Responses beyond a limit are not read", async () => {
  const connected = await aSamlSite();
  const { provider, domain, site } = connected;
  const { max } = limits.providerMessagePerAddress;
  const browser = site.browser();
  const request = await beginAt(connected, browser);
  await count(site.context(), limits.providerMessagePerAddress, "127.0.0.1", max);
  const form = formWith(provider.answer(request, personOf(domain)), request.relayState);
  assert.equal((await carry(connected, browser, form)).status, 429);
});
