import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { findProvider, updateProvider } from "#domain/people/identity-providers/queries.ts";
import { database } from "../../support/databases/database.ts";
import { later, minute, now } from "../../support/clock.ts";
import { aSamlProvider, formWith } from "../../support/doubles/saml-provider.ts";
import { aSiteOnline, memberIn } from "../../pages/sign-in/support/provider-site.ts";
import {
  aSamlSite,
  beginAt,
  carry,
  connectSaml,
  personOf,
  type SamlSite,
} from "../../pages/sign-in/support/saml-site.ts";
import { assertRefused } from "./refused.ts";

/** A response that has arrived, and waits for its browser at the callback. */
async function aWaitingResponse(connected: SamlSite) {
  const { site, provider, domain, path } = connected;
  const browser = site.browser();
  const request = await beginAt(connected, browser);
  const form = formWith(provider.answer(request, personOf(domain)), request.relayState);
  const sent = await site.browser().request("POST", `${path}/acs`, form, { "sec-fetch-site": "cross-site" });
  return { browser, callback: String(sent.headers.location) };
}

void describe("A response of a SAML provider is refused", () => {
  void test("a second time, in the same browser and in another one", async () => {
    const connected = await aSamlSite();
    const { provider, domain, site } = connected;
    const [browser, stranger] = [site.browser(), site.browser()];
    const request = await beginAt(connected, browser);
    const form = formWith(provider.answer(request, personOf(domain)), request.relayState);
    assert.equal((await carry(connected, browser, form)).address, "/learn");
    await browser.submit(await browser.open("/account"), {}, "/sign-out");
    await assertRefused(await carry(connected, browser, form), browser);
    await assertRefused(await carry(connected, stranger, form), stranger);
  });

  void test("as the answer to another request of the attacker", async () => {
    const connected = await aSamlSite();
    const { provider, domain, site } = connected;
    const [victim, attacker] = [site.browser(), site.browser()];
    const theirs = await beginAt(connected, victim);
    const own = await beginAt(connected, attacker);
    const stolen = provider.answer(theirs, personOf(domain));
    await assertRefused(await carry(connected, attacker, formWith(stolen, own.relayState)), attacker);
    // The envelope is not signed, so that the attacker can change it.
    const changed = stolen.replace(`InResponseTo="${theirs.id}"`, `InResponseTo="${own.id}"`);
    await assertRefused(await carry(connected, attacker, formWith(changed, own.relayState)), attacker);
  });

  void test("in another browser, and still works in its own", async () => {
    const connected = await aSamlSite();
    const { provider, domain, site } = connected;
    const [own, stranger] = [site.browser(), site.browser()];
    const request = await beginAt(connected, own);
    const form = formWith(provider.answer(request, personOf(domain)), request.relayState);
    const sent = await stranger.request("POST", `${connected.path}/acs`, form, { "sec-fetch-site": "cross-site" });
    const callback = String(sent.headers.location);
    await assertRefused(await stranger.open(callback), stranger);
    assert.equal((await own.open(callback)).address, "/learn");
  });

  void test("if the attacker begins the sign-in and the victim's browser carries the response (login CSRF)", async () => {
    const connected = await aSamlSite();
    const { provider, domain, site } = connected;
    const [victim, attacker] = [site.browser(), site.browser()];
    await victim.open("/sign-in");
    const request = await beginAt(connected, attacker);
    const form = formWith(provider.answer(request, personOf(domain)), request.relayState);
    await assertRefused(await carry(connected, victim, form), victim);
  });

  void test("twice at the same moment: one of them signs in", async () => {
    const connected = await aSamlSite();
    const { provider, domain, site } = connected;
    const browser = site.browser();
    const request = await beginAt(connected, browser);
    const form = formWith(provider.answer(request, personOf(domain)), request.relayState);
    const send = () => site.browser().request("POST", `${connected.path}/acs`, form);
    const sent = await Promise.all([send(), send(), send()]);
    const used = await database.many`select 1 from used_logout_tokens where site_id = ${site.id}`;
    assert.equal(used.length, 1);
    const pages = await Promise.all(sent.map(({ headers }) => browser.open(String(headers.location))));
    assert.equal(pages.filter(({ status }) => status === 200).length, 1);
  });

  void test("with an assertion that was used, also for a new request", async () => {
    const connected = await aSamlSite();
    const { provider, domain, site } = connected;
    const person = personOf(domain);
    const first = site.browser();
    const request = await beginAt(connected, first);
    const answer = provider.answer(request, person, { assertionId: "_same" });
    await carry(connected, first, formWith(answer, request.relayState));
    const second = site.browser();
    const again = await beginAt(connected, second);
    const repeated = provider.answer(again, person, { assertionId: "_same" });
    await assertRefused(await carry(connected, second, formWith(repeated, again.relayState)), second);
  });

  void test("after fifteen minutes", async () => {
    const connected = await aSamlSite();
    const { provider, domain, site } = connected;
    const browser = site.browser();
    const request = await beginAt(connected, browser);
    const until = new Date(Date.now() + 60 * minute);
    const answer = provider.answer(request, personOf(domain), { notOnOrAfter: until, confirmUntil: until });
    await later(16 * minute, async () =>
      assertRefused(await carry(connected, browser, formWith(answer, request.relayState)), browser),
    );
  });

  void test("whose assertion has expired when its browser comes", async () => {
    const connected = await aSamlSite();
    const { callback, browser } = await aWaitingResponse(connected);
    await later(6 * minute, async () => assertRefused(await browser.open(callback), browser));
  });

  for (const setting of ["certificate", "domain"]) {
    void test(`after the ${setting} by which it was checked was withdrawn`, async () => {
      const connected = await aSamlSite();
      const { callback, browser } = await aWaitingResponse(connected);
      const { site, id } = connected;
      const { saml } = (await findProvider(site.context(), id))!;
      const withdrawn = setting === "domain" ? { domains: [] } : { saml: { ...saml!, certificates: [] } };
      await updateProvider(site.context(), id, withdrawn, now());
      await assertRefused(await browser.open(callback), browser);
      assert.equal((await database.many`select 1 from identities where site_id = ${site.id}`).length, 0);
    });
  }

  void test("with an unknown relay state, with none, and with an address as one", async () => {
    const connected = await aSamlSite();
    const { provider, domain, site } = connected;
    const browser = site.browser();
    const request = await beginAt(connected, browser);
    const answer = provider.answer(request, personOf(domain));
    for (const relayState of [`lps_${"A".repeat(43)}`, "", "https://evil.example/", "/admin"]) {
      await assertRefused(await carry(connected, browser, formWith(answer, relayState)), browser);
    }
    assert.equal((await carry(connected, browser, formWith(answer, request.relayState))).address, "/learn");
  });

  void test("at another school, and at another provider of the school", async () => {
    const provider = await aSamlProvider();
    const connected = await connectSaml(await aSiteOnline(), provider);
    const sibling = await connectSaml(connected.site, provider, { name: "Sibling" });
    const elsewhere = await connectSaml(await aSiteOnline(), provider);
    const person = personOf(connected.domain);
    for (const other of [sibling, elsewhere]) {
      const [here, there] = [connected.site.browser(), other.site.browser()];
      const request = await beginAt(connected, here);
      const target = await beginAt(other, there);
      const answer = provider.answer(request, person);
      await assertRefused(await carry(other, there, formWith(answer, request.relayState)), there);
      await assertRefused(await carry(other, there, formWith(answer, target.relayState)), there);
      // Also if the provider sets the ID of the request there: recipient and audience differ.
      const answered = provider.answer({ ...request, id: target.id }, person);
      await assertRefused(await carry(other, there, formWith(answered, target.relayState)), there);
    }
  });

  void test("through a provider that was disabled while the sign-in was under way", async () => {
    const connected = await aSamlSite();
    const { provider, domain, site } = connected;
    const browser = site.browser();
    const request = await beginAt(connected, browser);
    const form = formWith(provider.answer(request, personOf(domain)), request.relayState);
    await database.run`
      update identity_providers set active = false where site_id = ${site.id} and id = ${connected.id}`;
    await assertRefused(await carry(connected, browser, form), browser, 403);
    assert.equal(await memberIn(browser), undefined);
  });
});

void test("A response sets no cookies, also in browsers that do not say where it comes from", async () => {
  const connected = await aSamlSite();
  const { provider, domain, site, path } = connected;
  const browser = site.browser();
  const request = await beginAt(connected, browser);
  const form = formWith(provider.answer(request, personOf(domain)), request.relayState);
  // Without the cookies of the browser, which such a cookie would replace.
  const sent = await site.browser().request("POST", `${path}/acs`, form, { "sec-fetch-site": "" });
  assert.deepEqual(sent.cookies, []);
  assert.equal((await browser.open(String(sent.headers.location))).address, "/learn");
});
