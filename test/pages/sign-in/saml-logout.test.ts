import assert from "node:assert/strict";
import { createSign, verify, X509Certificate } from "node:crypto";
import { describe, test } from "node:test";
import { deflateRawSync, inflateRawSync } from "node:zlib";
import { findProvider, updateProvider } from "#domain/people/identity-providers/queries.ts";
import { newId } from "#domain/platform/ids.ts";
import { now } from "../../support/clock.ts";
import { persistent } from "../../support/doubles/saml-provider.ts";
import { auditActions } from "../../support/worlds/records.ts";
import { memberIn } from "./support/provider-site.ts";
import { aSamlSite, personOf, type SamlSite, signInWithSaml } from "./support/saml-site.ts";

const rsaSha256 = "http://www.w3.org/2001/04/xmldsig-more#rsa-sha256";

interface Request {
  nameId: string;
  sessions?: readonly string[];
  issuer?: string;
  destination?: string;
  issued?: Date;
  id?: string;
  format?: string;
}

const requestXml = ({ site, provider, path }: SamlSite, { nameId, sessions = [], ...values }: Request): string =>
  `<samlp:LogoutRequest xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="${values.id ?? `_l${newId()}`}" Version="2.0" IssueInstant="${(values.issued ?? new Date()).toISOString()}" Destination="${values.destination ?? `${site.origin}${path}/single-logout`}"><saml:Issuer>${values.issuer ?? provider.entity}</saml:Issuer><saml:NameID Format="${values.format ?? persistent}">${nameId}</saml:NameID>${sessions.map((one) => `<samlp:SessionIndex>${one}</samlp:SessionIndex>`).join("")}</samlp:LogoutRequest>`;

/** The address with a request in its query, signed by the provider. */
function redirectWith({ provider, path }: SamlSite, xml: string, algorithm = rsaSha256): string {
  const query = [
    `SAMLRequest=${encodeURIComponent(deflateRawSync(xml).toString("base64"))}`,
    "RelayState=back%20to%3Aportal",
    `SigAlg=${encodeURIComponent(algorithm)}`,
  ].join("&");
  const hash = algorithm.endsWith("sha1") ? "RSA-SHA1" : "RSA-SHA256";
  const signature = createSign(hash).update(query).sign(provider.keys.pem, "base64");
  return `${path}/single-logout?${query}&Signature=${encodeURIComponent(signature)}`;
}

/** Checks the signature of a message in the query of an address. */
async function isSignedByTheSchool({ site, id }: SamlSite, address: string): Promise<boolean> {
  const own = (await findProvider(site.context(), id))!.saml!.ownCertificate;
  const { search, searchParams } = new URL(address);
  const signed = Buffer.from(search.slice(1).split("&Signature=")[0]!);
  const { publicKey } = new X509Certificate(Buffer.from(own, "base64"));
  return verify("sha256", signed, publicKey, Buffer.from(searchParams.get("Signature")!, "base64"));
}

/** A person signed in twice, in sessions 1 and 2 of the provider. */
async function aPersonInTwoBrowsers() {
  const connected = await aSamlSite();
  const { provider, domain } = connected;
  const person = personOf(domain);
  const enter = async (session: string) =>
    (await signInWithSaml(connected, (request) => provider.answer(request, person, { session }))).browser;
  return { connected, person, first: await enter("1"), second: await enter("2") };
}

const isSignedIn = async (browser: Parameters<typeof memberIn>[0]) => (await memberIn(browser)) !== undefined;

void describe("A logout request of the SAML provider", () => {
  void test("in the query ends the session that it names, and gets a signed answer", async () => {
    const { connected, person, first, second } = await aPersonInTwoBrowsers();
    const { site, provider } = connected;
    const xml = requestXml(connected, { nameId: person.nameId, sessions: ["1"], id: "_logout" });
    const { address } = await site.browser().open(redirectWith(connected, xml));
    assert.deepEqual([await isSignedIn(first), await isSignedIn(second)], [false, true]);
    assert.ok(address.startsWith(`${provider.logoutAddress}?SAMLResponse=`), address);
    const query = new URL(address).searchParams;
    assert.equal(query.get("RelayState"), "back to:portal");
    const answer = inflateRawSync(Buffer.from(query.get("SAMLResponse")!, "base64")).toString();
    assert.match(answer, /InResponseTo="_logout".*status:Success/s);
    assert.ok(await isSignedByTheSchool(connected, address));
    assert.ok((await auditActions(site)).includes("endProviderSessions"));
  });

  void test("in a form ends all sessions of the person if it names none", async () => {
    const { connected, person, first, second } = await aPersonInTwoBrowsers();
    const xml = connected.provider.sign(requestXml(connected, { nameId: person.nameId }), "LogoutRequest");
    const form = { SAMLRequest: Buffer.from(xml).toString("base64") };
    const page = await connected.site.browser().open(`${connected.path}/single-logout`, form);
    assert.ok(page.address.startsWith(connected.provider.logoutAddress), page.address);
    assert.deepEqual([await isSignedIn(first), await isSignedIn(second)], [false, false]);
  });

  void test("ends sessions without an answer if the key of the school was dropped", async () => {
    const { connected, person, first } = await aPersonInTwoBrowsers();
    const { site, id } = connected;
    await updateProvider(site.context(), id, { clientSecret: null, active: false }, now());
    const page = await site.browser().open(redirectWith(connected, requestXml(connected, { nameId: person.nameId })));
    assert.equal(page.status, 200);
    assert.match(page.body, /You are signed out/);
    assert.equal(await isSignedIn(first), false);
  });

  void test("does not end the session of another person with the same number", async () => {
    const { connected, person, first } = await aPersonInTwoBrowsers();
    const other = personOf(connected.domain, { mail: `bo@${connected.domain}` });
    const { browser } = await signInWithSaml(connected, (request) =>
      connected.provider.answer(request, other, { session: "1" }),
    );
    const xml = requestXml(connected, { nameId: person.nameId, sessions: ["1"] });
    await connected.site.browser().open(redirectWith(connected, xml));
    assert.deepEqual([await isSignedIn(first), await isSignedIn(browser)], [false, true]);
  });

  const wrong: Record<string, (connected: SamlSite, nameId: string) => string> = {
    "without a signature": (connected, nameId) =>
      redirectWith(connected, requestXml(connected, { nameId })).replace(/&SigAlg=.*$/, ""),
    "with an empty signature": (connected, nameId) =>
      redirectWith(connected, requestXml(connected, { nameId })).replace(/&Signature=.*$/, "&Signature="),
    "with SHA-1": (connected, nameId) =>
      redirectWith(connected, requestXml(connected, { nameId }), "http://www.w3.org/2000/09/xmldsig#rsa-sha1"),
    "with a changed relay state": (connected, nameId) =>
      redirectWith(connected, requestXml(connected, { nameId })).replace("portal", "elsewhere"),
    "with the message twice": (connected, nameId) =>
      `${redirectWith(connected, requestXml(connected, { nameId }))}&SAMLRequest=a`,
    "of another issuer": (connected, nameId) =>
      redirectWith(connected, requestXml(connected, { nameId, issuer: "https://evil.apps.test" })),
    "for another destination": (connected, nameId) =>
      redirectWith(connected, requestXml(connected, { nameId, destination: "https://other.example/slo" })),
    "of an hour ago": (connected, nameId) =>
      redirectWith(connected, requestXml(connected, { nameId, issued: new Date(Date.now() - 3_600_000) })),
    "that names a hundred and one sessions": (connected, nameId) =>
      redirectWith(connected, requestXml(connected, { nameId, sessions: Array.from({ length: 101 }, () => "1") })),
    "that is no logout request": (connected) => redirectWith(connected, "<a/>"),
    "that expands to megabytes": (connected) => redirectWith(connected, `<a>${"b".repeat(3_000_000)}</a>`),
  };
  for (const [kind, address] of Object.entries(wrong)) {
    void test(`is refused ${kind}`, async () => {
      const { connected, person, first } = await aPersonInTwoBrowsers();
      const page = await connected.site.browser().open(address(connected, person.nameId));
      assert.equal(page.status, 400, page.address);
      assert.equal(await isSignedIn(first), true);
    });
  }

  void test("is refused in a form without a signature, and with that of a response", async () => {
    const { connected, person, first } = await aPersonInTwoBrowsers();
    const xml = requestXml(connected, { nameId: person.nameId });
    for (const message of [
      xml,
      connected.provider.sign(xml, "LogoutRequest").replace("Version", "Consent='x' Version"),
    ]) {
      const form = { SAMLRequest: Buffer.from(message).toString("base64") };
      assert.equal((await connected.site.browser().open(`${connected.path}/single-logout`, form)).status, 400);
    }
    assert.equal(await isSignedIn(first), true);
  });

  void test("is refused a second time", async () => {
    const { connected, person } = await aPersonInTwoBrowsers();
    const address = redirectWith(connected, requestXml(connected, { nameId: person.nameId }));
    const browser = connected.site.browser();
    assert.ok((await browser.open(address)).address.startsWith(connected.provider.logoutAddress));
    assert.equal((await browser.open(address)).status, 400);
  });
});

void test("A person who signs out of the school can sign out of the provider too", async () => {
  const connected = await aSamlSite();
  const { provider, domain, site } = connected;
  const person = personOf(domain);
  const { browser } = await signInWithSaml(connected, (one) => provider.answer(one, person, { session: "7" }));
  const page = await browser.submit(await browser.open("/account"), {}, "/sign-out");
  const [, href = ""] = /href="([^"]*)">Sign out of/.exec(page.body) ?? [];
  const address = href.replaceAll("&amp;", "&");
  assert.ok(address.startsWith(`${provider.logoutAddress}?SAMLRequest=`), page.body);
  const query = new URL(address).searchParams;
  const xml = inflateRawSync(Buffer.from(query.get("SAMLRequest")!, "base64")).toString();
  assert.ok(xml.includes(`Format="${persistent}">${person.nameId}<`), xml);
  assert.match(xml, /<samlp:SessionIndex>7</);
  assert.ok(await isSignedByTheSchool(connected, address));
  // The answer of the provider leads back.
  const back = await site.browser().open(`${connected.path}/single-logout?SAMLResponse=a`);
  assert.match(back.body, /You are signed out/);
});

void test("A person signs out of the school if its key for the provider cannot be opened", async () => {
  const connected = await aSamlSite();
  const { provider, domain, site, id } = connected;
  const { browser } = await signInWithSaml(connected, (request) => provider.answer(request, personOf(domain)));
  await updateProvider(site.context(), id, { clientSecret: Buffer.from("sealed with another key") }, now());
  const page = await browser.submit(await browser.open("/account"), {}, "/sign-out");
  assert.equal(page.status, 200);
  assert.doesNotMatch(page.body, /SAMLRequest/);
  assert.equal(await isSignedIn(browser), false);
});

void test("A person who signs out after a sign-in with a password sees no provider", async () => {
  const { site } = await aSamlSite();
  const browser = await site.signedIn(await site.member());
  const page = await browser.submit(await browser.open("/account"), {}, "/sign-out");
  assert.doesNotMatch(page.body, /Sign out of/);
});
