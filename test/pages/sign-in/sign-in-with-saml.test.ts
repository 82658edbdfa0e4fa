import assert from "node:assert/strict";
import { test } from "node:test";
import { database } from "../../support/databases/database.ts";
import { emailAddress, persistent } from "../../support/doubles/saml-provider.ts";
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

void test("The name of a new member is one line of at most 200 characters", async () => {
  const connected = await aSamlSite();
  const { provider, domain, site } = connected;
  const displayName = `Ana\n\u202eLima&#9;${"a".repeat(190)}😀`;
  await signInWithSaml(connected, (request) => provider.answer(request, personOf(domain, { displayName })));
  const member = await database.first<{ name: string }>`select name from members where site_id = ${site.id}`;
  assert.equal(member?.name, `Ana Lima ${"a".repeat(190)}`);
});

void test("A persistent name of the provider itself is an identity with or without its qualifier", async () => {
  const connected = await aSamlSite();
  const { provider, domain } = connected;
  const person = personOf(domain);
  const named = (qualifier: string) => `<saml:NameID Format="${persistent}"${qualifier}>${person.nameId}</saml:NameID>`;
  const qualified = { nameId: named(` NameQualifier="${provider.entity}"`) };
  await signInWithSaml(connected, (request) => provider.answer(request, person, qualified));
  const unnamed = { ...person, attributes: {} };
  const { page } = await signInWithSaml(connected, (request) =>
    provider.answer(request, unnamed, { nameId: named("") }),
  );
  assert.equal(page.address, "/learn", page.body.slice(0, 2000));
});
