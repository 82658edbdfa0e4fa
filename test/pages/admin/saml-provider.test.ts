import assert from "node:assert/strict";
import { generateKeyPairSync } from "node:crypto";
import { describe, test } from "node:test";
import { database } from "../../support/databases/database.ts";
import { anApplication } from "../../support/doubles/document-web.ts";
import { aKeyPair, aSamlProvider, formWith, SamlProvider } from "../../support/doubles/saml-provider.ts";
import { password } from "../../support/world.ts";
import { addressIn, aSiteOnline, memberIn } from "../sign-in/support/provider-site.ts";
import { carry, personOf, type SamlSite, signInWithSaml } from "../sign-in/support/saml-site.ts";

const list = "/admin/settings/sign-in";
const domain = "harbour.example";

/** A school whose owner has just added a SAML provider. */
async function anAddedProvider() {
  const [site, provider] = [await aSiteOnline(), await aSamlProvider()];
  const browser = await site.signedIn(await site.member({ roles: ["owner"] }));
  const page = await browser.submit(await browser.open(list), { preset: "saml", name: "Harbour SAML" }, list);
  const path = page.address.split("?")[0]!;
  const wireId = path.split("/").at(-1)!;
  const connected: SamlSite = { site, provider, id: "", wireId, path: `/sign-in/with/${wireId}`, domain };
  const settings = { name: "Harbour SAML", domains: domain, groupsClaim: "groups", groupRoles: "", current: password };
  return { connected, browser, page, path, settings: { ...settings, createsMembers: "on" } };
}

void describe("An owner sets up a SAML provider in the browser", () => {
  void test("with its metadata, a test that shows what it sends, and a button in the end", async () => {
    const { connected, browser, page, path, settings } = await anAddedProvider();
    const { site, provider } = connected;
    assert.equal(page.status, 200);
    const base = `${site.origin}${connected.path}`;
    for (const address of [`${base}/metadata`, `${base}/acs`, `${base}/single-logout`]) {
      assert.ok(page.body.includes(address), address);
    }
    assert.doesNotMatch(page.body, /Client secret|Run the test/);

    const groups = { groupRoles: "teachers = lecturer" };
    const saved = await browser.submit(page, { ...settings, ...groups, metadata: provider.metadata() }, path);
    assert.match(saved.body, /Your changes have been saved/);
    for (const shown of [provider.entity, provider.logoutAddress, "Certificates (SHA-256)"]) {
      assert.ok(saved.body.includes(shown), shown);
    }

    const request = provider.read(addressIn(await browser.submit(saved, {}, `${path}/test`)));
    const person = personOf(domain, { groups: ["teachers", "sailors"] });
    const result = await carry(connected, browser, formWith(provider.answer(request, person), request.relayState));
    assert.equal(result.status, 200);
    for (const shown of [person.nameId, `ana@${domain}`, "displayName", "sailors", "Lecturer"]) {
      assert.ok(result.body.includes(shown), shown);
    }
    assert.equal((await database.many`select 1 from identities where site_id = ${site.id}`).length, 0);

    await browser.submit(saved, { ...settings, ...groups, active: "on" }, path);
    assert.match((await site.browser().open("/sign-in")).body, /Continue with Harbour SAML/);
    const { browser: own } = await signInWithSaml(connected, (one) => provider.answer(one, person));
    assert.match((await memberIn(own)) ?? "", /Ana Lima/);
  });

  void test("with the address of its metadata", async () => {
    const { connected, browser, page, path, settings } = await anAddedProvider();
    const application = anApplication();
    application.respond = (_request, response) => response.end(connected.provider.metadata());
    const metadata = `https://${application.host}/metadata`;
    const saved = await browser.submit(page, { ...settings, metadata }, path);
    assert.match(saved.body, /Your changes have been saved/);
    assert.ok(saved.body.includes(metadata));
  });

  void test("with metadata of a hundred thousand characters", async () => {
    const { connected, browser, page, path, settings } = await anAddedProvider();
    const metadata = connected.provider.metadata().replace("<!-- Metadata -->", `<!-- ${"a".repeat(100_000)} -->`);
    const saved = await browser.submit(page, { ...settings, metadata }, path);
    assert.match(saved.body, /Your changes have been saved/);
    assert.ok(saved.body.includes(connected.provider.signInAddress));
  });

  void test("and sees its fault", async () => {
    const { connected, browser, page, path, settings } = await anAddedProvider();
    const { provider } = connected;
    const saved = await browser.submit(page, { ...settings, metadata: provider.metadata() }, path);
    const request = provider.read(addressIn(await browser.submit(saved, {}, `${path}/test`)));
    const answer = provider.answer(request, personOf(domain), { audience: "https://other.example" });
    const result = await carry(connected, browser, formWith(answer, request.relayState));
    assert.equal(result.status, 400);
    assert.match(result.body, /The test failed.*The assertion is for another audience/s);
  });
});

/** The provider enabled, and a second one with its name and another key. */
async function aRollover() {
  const added = await anAddedProvider();
  const { connected, browser, page, path, settings } = added;
  const { provider } = connected;
  const saved = await browser.submit(page, { ...settings, metadata: provider.metadata(), active: "on" }, path);
  const renewed = new SamlProvider(await aKeyPair());
  Object.assign(renewed, { entity: provider.entity });
  const enters = async (by: SamlProvider) => {
    const { browser: own } = await signInWithSaml(connected, (one) => by.answer(one, personOf(domain)));
    return (await memberIn(own)) !== undefined;
  };
  return { ...added, saved, renewed, enters };
}

void describe("A new certificate of the provider", () => {
  void test("is not trusted until an owner enters the metadata, and then alone", async () => {
    const { connected, browser, saved, path, settings, renewed, enters } = await aRollover();
    assert.deepEqual([await enters(connected.provider), await enters(renewed)], [true, false]);
    const metadata = renewed.metadata();
    await browser.submit(saved, { ...settings, metadata, active: "on" }, path);
    assert.equal(await enters(connected.provider), false);
  });

  void test("is trusted beside the old one during the change", async () => {
    const { connected, browser, saved, path, settings, renewed, enters } = await aRollover();
    const metadata = renewed.metadata();
    await browser.submit(saved, { ...settings, metadata, keepsCertificates: "on", active: "on" }, path);
    assert.equal(await enters(connected.provider), true);
    const person = { ...personOf(domain, { mail: `bo@${domain}` }) };
    const { browser: own } = await signInWithSaml(connected, (one) => renewed.answer(one, person));
    assert.notEqual(await memberIn(own), undefined);
  });
});

/** A certificate with a key on secp160r1, which Node.js cannot make. */
const weakCurve =
  "MIIBOjCB+KADAgECAhR7M8gE5/9WlE2BCPHZwEywxLLDxjAKBggqhkjOPQQDAjAMMQowCAYDVQQDDAFhMB4XDTI2MTEzMDE2NDAwNFoXDTQ2MTEyNTE2NDAwNFowDDEKMAgGA1UEAwwBYTA+MBAGByqGSM49AgEGBSuBBAAIAyoABEshb5Fa0qo29fpMX3sLXQFle6VAcJxMVBMf5dS+aTDJedrlA3elg52jUzBRMB0GA1UdDgQWBBQ1osSCMctdIAc5S8IwghV1R+DofDAfBgNVHSMEGDAWgBQ1osSCMctdIAc5S8IwghV1R+DofDAPBgNVHRMBAf8EBTADAQH/MAoGCCqGSM49BAMCAzEAMC4CFQCXkKaS+wRxrw6gDn7bz7h1fcJo5AIVAOQa9wUQuUiPImQXuytStWo0JZzL";

void describe("Metadata is refused", () => {
  const weak = generateKeyPairSync("rsa", { modulusLength: 1024 });
  const wrong: Record<string, (provider: SamlProvider) => string> = {
    "that is no XML": () => "metadata",
    "with a document type": (provider) => `<!DOCTYPE a>${provider.metadata().replace(/<\?.*?\?>/, "")}`,
    "of a service provider": (provider) => provider.metadata().replaceAll("IDPSSO", "SPSSO"),
    "without a certificate": (provider) => provider.metadata({ certificates: [] }),
    "with a certificate that cannot be read": (provider) => provider.metadata({ certificates: ["AAAA"] }),
    "with a public key that is no certificate": (provider) =>
      provider.metadata({ certificates: [weak.publicKey.export({ type: "spki", format: "der" }).toString("base64")] }),
    "with a key on a weak curve": (provider) => provider.metadata({ certificates: [weakCurve] }),
    "without an entity ID": (provider) => provider.metadata({ entity: "" }),
    "with an address of http": (provider) =>
      provider.metadata().replace('Location="https://other', 'Location="x').replaceAll("https://", "http://"),
    "with a script as its address": (provider) =>
      provider.metadata().replace(provider.signInAddress, "javascript:alert(1)"),
    "of two providers": (provider) => {
      const one = provider.metadata().replace(/<\?.*?\?>\s*<!--.*?-->/, "");
      return `<EntitiesDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata">${one}${one}</EntitiesDescriptor>`;
    },
    "at an address of this machine": () => "https://127.0.0.1/metadata",
    "at an address of another protocol": () => "ftp://files.apps.test/metadata",
    "at a name that is no address": () => "urn:example:idp",
    "at an address that does not exist": () => "https://nothing.apps.test/metadata",
  };
  for (const [kind, metadata] of Object.entries(wrong)) {
    void test(kind, async () => {
      const { connected, browser, page, path, settings } = await anAddedProvider();
      const refused = await browser.submit(page, { ...settings, metadata: metadata(connected.provider) }, path);
      assert.equal(refused.status, 422, refused.body.slice(0, 2000));
      assert.match(refused.body, /metadata of one SAML 2.0 identity provider/);
    });
  }

  void test("if it describes another provider than before", async () => {
    const { connected, browser, page, path, settings } = await anAddedProvider();
    const saved = await browser.submit(page, { ...settings, metadata: connected.provider.metadata() }, path);
    const other = connected.provider.metadata({ entity: "https://other.apps.test" });
    assert.equal((await browser.submit(saved, { ...settings, metadata: other }, path)).status, 422);
  });
});

void test("A SAML provider cannot be enabled before its metadata is known", async () => {
  const { browser, page, path, settings } = await anAddedProvider();
  const refused = await browser.submit(page, { ...settings, active: "on" }, path);
  assert.equal(refused.status, 422);
});
