import assert from "node:assert/strict";
import { test } from "node:test";
import { findProvider } from "#domain/people/identity-providers/queries.ts";
import { dropProviderSecrets } from "#domain/people/identity-providers/reseal-secrets.ts";
import { emailAddress, formWith } from "../../support/doubles/saml-provider.ts";
import { password } from "../../support/world.ts";
import { aConnectedSite, addressIn, memberIn, rolesOf } from "./support/provider-site.ts";
import { aSamlSite, beginAt, carry, personOf, signInWithSaml } from "./support/saml-site.ts";

void test("A person signs in with a SAML provider, becomes a member, and gets the roles of their groups", async () => {
  const connected = await aSamlSite({ groupRoles: { teachers: ["lecturer"] } });
  const { provider, domain, site } = connected;
  const person = personOf(domain, { groups: ["teachers", "sailors"] });
  const { page, browser } = await signInWithSaml(connected, (request) => provider.answer(request, person));
  assert.deepEqual([page.status, page.address], [200, "/admin"], page.body.slice(0, 3000));
  assert.match((await memberIn(browser)) ?? "", /Ana Lima/);
  assert.deepEqual(await rolesOf(site, `ana@${domain}`), ["lecturer", "student"]);
});

void test("The persistent name is the identity: the person returns with another address", async () => {
  const connected = await aSamlSite();
  const { provider, domain } = connected;
  const person = personOf(domain);
  await signInWithSaml(connected, (request) => provider.answer(request, person));
  const moved = { ...person, attributes: { mail: `lima@${domain}` } };
  const { page, browser } = await signInWithSaml(connected, (request) => provider.answer(request, moved));
  assert.equal(page.address, "/learn");
  assert.match((await memberIn(browser)) ?? "", /Ana Lima/);
});

void test("An address as the name is an identity in a domain of the provider", async () => {
  const connected = await aSamlSite();
  const { provider, domain } = connected;
  const person = { nameId: `Ana@${domain}`, format: emailAddress };
  const { page } = await signInWithSaml(connected, (request) => provider.answer(request, person));
  assert.equal(page.address, "/learn", page.body.slice(0, 3000));
  const again = { nameId: `ana@${domain.toUpperCase()}`, format: emailAddress };
  const { page: second, browser } = await signInWithSaml(connected, (request) => provider.answer(request, again));
  assert.equal(second.address, "/learn");
  assert.match((await memberIn(browser)) ?? "", new RegExp(`Ana@${domain}`, "i"));
});

void test("A person with a thousand groups signs in", async () => {
  const connected = await aSamlSite({ groupRoles: { "Group 999 of the organization": ["lecturer"] } });
  const { provider, domain, site } = connected;
  const groups = Array.from({ length: 1000 }, (_, index) => `Group ${index} of the organization`);
  const person = personOf(domain, { groups });
  const { page } = await signInWithSaml(connected, (request) => provider.answer(request, person));
  assert.equal(page.address, "/admin", page.body.slice(0, 3000));
  assert.deepEqual(await rolesOf(site, `ana@${domain}`), ["lecturer", "student"]);
});

void test("The metadata of the school names its addresses, its certificate and what it accepts", async () => {
  const { site, path, id } = await aSamlSite();
  const response = await site.browser().request("GET", `${path}/metadata`);
  assert.deepEqual(
    [response.statusCode, response.headers["content-type"]],
    [200, "application/samlmetadata+xml; charset=utf-8"],
  );
  const base = `${site.origin}${path}`;
  const own = (await findProvider(site.context(), id))!.saml!.ownCertificate;
  for (const part of [
    `entityID="${base}/metadata"`,
    `Location="${base}/acs"`,
    `Location="${base}/single-logout"`,
    'WantAssertionsSigned="true"',
    `<ds:X509Certificate>${own}<`,
    emailAddress,
  ]) {
    assert.ok(response.body.includes(part), part);
  }
  assert.doesNotMatch(response.body, /PRIVATE/);
});

void test("The request that a provider gets names the school, its address and the state", async () => {
  const connected = await aSamlSite();
  const request = await beginAt(connected, connected.site.browser());
  assert.equal(request.entity, `${connected.site.origin}${connected.path}/metadata`);
  assert.equal(request.consumer, `${connected.site.origin}${connected.path}/acs`);
  assert.doesNotMatch(request.xml, /ForceAuthn/);
  assert.match(request.relayState, /^lps_/);
});

void test("A provider whose key was dropped gets a new one when an owner saves it", async () => {
  const connected = await aSamlSite();
  const { site, id } = connected;
  const certificate = async () => (await findProvider(site.context(), id))!.saml!.ownCertificate;
  const before = await certificate();
  await dropProviderSecrets(site.context());
  const browser = await site.signedIn(await site.member({ roles: ["owner"] }));
  const path = `/admin/settings/sign-in/${connected.wireId}`;
  const page = await browser.open(path);
  assert.doesNotMatch(page.body, /Run the test/);
  const saved = await browser.submit(page, { name: "Renewed", domains: "", current: password }, path);
  assert.match(saved.body, /Run the test/);
  assert.notEqual(await certificate(), before);
});

void test("A member connects an identity at a SAML provider, and signs in with it from then on", async () => {
  const connected = await aSamlSite();
  const { provider, site, wireId } = connected;
  const member = await site.member({ name: "Bo Chen" });
  const browser = await site.signedIn(member);
  const account = await browser.open("/account/sign-in");
  const left = await browser.submit(account, { current: password }, `/account/sign-in/${wireId}/connect`);
  const request = provider.read(addressIn(left));
  const person = { nameId: "bo", attributes: { mail: "bo@elsewhere.example" } };
  const page = await carry(connected, browser, formWith(provider.answer(request, person), request.relayState));
  assert.match(page.body, /The account is connected/);
  const { browser: other } = await signInWithSaml(connected, (one) => provider.answer(one, person));
  assert.match((await memberIn(other)) ?? "", /Bo Chen/);
});

void test("An address of the domain of a SAML provider leads there from the sign-in page", async () => {
  const connected = await aSamlSite({ passwordsOff: true });
  const { provider, domain, site } = connected;
  const browser = site.browser();
  const fields = { email: `ana@${domain}`, password: "any" };
  const request = provider.read(addressIn(await browser.submit(await browser.open("/sign-in"), fields, "/sign-in")));
  const answer = formWith(provider.answer(request, personOf(domain)), request.relayState);
  assert.equal((await carry(connected, browser, answer)).address, "/learn");
});

void test("A provider has the addresses of its protocol only", async () => {
  const [saml, openId] = [await aSamlSite(), await aConnectedSite()];
  const posted = { logout_token: "e30.e30.e30", SAMLResponse: "a", RelayState: `lps_${"A".repeat(43)}` };
  const browser = openId.site.browser();
  for (const path of ["acs", "single-logout"]) {
    assert.equal((await browser.request("POST", `${openId.path}/${path}`, posted)).statusCode, 404, path);
  }
  assert.equal((await browser.request("GET", `${openId.path}/metadata`)).statusCode, 404);
  const other = saml.site.browser();
  assert.equal((await other.request("POST", `${saml.path}/back-channel-logout`, posted)).statusCode, 404);
  assert.equal((await other.request("GET", `${saml.path}/front-channel-logout?iss=a&sid=b`)).statusCode, 404);
});
