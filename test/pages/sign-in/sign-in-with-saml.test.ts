import assert from "node:assert/strict";
import { test } from "node:test";
import { emailAddress } from "../../support/doubles/saml-provider.ts";
import { memberIn, rolesOf } from "./support/provider-site.ts";
import { aSamlSite, personOf, signInWithSaml } from "./support/saml-site.ts";

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
