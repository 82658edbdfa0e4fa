import assert from "node:assert/strict";
import { test } from "node:test";
import { assertRefused } from "../../attacks/saml/refused.ts";
import { database } from "../../support/databases/database.ts";
import { persistent } from "../../support/doubles/saml-provider.ts";
import { aSamlSite, personOf, signInWithSaml } from "./support/saml-site.ts";

void test("The name of a new member is one line of at most 200 characters", async () => {
  const connected = await aSamlSite();
  const { provider, domain, site } = connected;
  const displayName = `Ana\n\u202eLima&#9;${"a".repeat(190)}😀`;
  await signInWithSaml(connected, (request) => provider.answer(request, personOf(domain, { displayName })));
  const member = await database.first<{ name: string }>`select name from members where site_id = ${site.id}`;
  assert.equal(member?.name, `Ana Lima ${"a".repeat(190)}`);
});

const named = (nameId: string, qualifier: string) =>
  `<saml:NameID Format="${persistent}"${qualifier}>${nameId}</saml:NameID>`;

void test("A persistent name of the provider itself is an identity with or without its qualifier", async () => {
  const connected = await aSamlSite();
  const { provider, domain } = connected;
  const person = personOf(domain);
  const qualified = { nameId: named(person.nameId, ` NameQualifier="${provider.entity}"`) };
  await signInWithSaml(connected, (request) => provider.answer(request, person, qualified));
  const unnamed = { ...person, attributes: {} };
  const { page } = await signInWithSaml(connected, (request) => provider.answer(request, unnamed));
  assert.equal(page.address, "/learn", page.body.slice(0, 2000));
});

void test("A persistent name of another provider is refused", async () => {
  const connected = await aSamlSite();
  const { provider, domain } = connected;
  const person = personOf(domain);
  await signInWithSaml(connected, (request) => provider.answer(request, person));
  const passedOn = { nameId: named(person.nameId, ' NameQualifier="https://another.example"') };
  const { page, browser } = await signInWithSaml(connected, (request) => provider.answer(request, person, passedOn));
  await assertRefused(page, browser);
});
