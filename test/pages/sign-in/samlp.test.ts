import assert from "node:assert/strict";
import { X509Certificate } from "node:crypto";
import { describe, test } from "node:test";
import { findProvider } from "#domain/people/identity-providers/queries.ts";
import { newId } from "#domain/platform/ids.ts";
import { emailAddress, SamlProvider } from "../../support/doubles/saml-provider.ts";
import { aSamlpServer } from "../../support/doubles/samlp-server.ts";
import { app, aSite, identities, siteAt } from "../../support/world.ts";
import { leave, memberIn, rolesOf } from "./support/provider-site.ts";
import { carry, connectSaml, type SamlSite } from "./support/saml-site.ts";

const publicKey = (base64: string) => ({
  encryptionPublicKey: new X509Certificate(Buffer.from(base64, "base64")).publicKey
    .export({ type: "spki", format: "pem" })
    .toString(),
});

const ownCertificateOf = async ({ site, id }: SamlSite): Promise<string> =>
  (await findProvider(site.context(), id))?.saml?.ownCertificate ?? "";

const pemOf = (base64: string) =>
  `-----BEGIN CERTIFICATE-----\n${base64.replaceAll(/.{64}/g, "$&\n")}\n-----END CERTIFICATE-----\n`;

/** A school on this machine, whose provider is the samlp library on a port of it. */
async function aSiteWithSamlp() {
  const origin = `http://${newId()}.localhost:8080`;
  const site = siteAt((await aSite({}, origin)).site, app);
  const server = await aSamlpServer();
  const provider = new SamlProvider({ pem: "", certificate: server.certificate });
  const fields = {
    issuer: `${server.origin}/saml`,
    domains: ["harbour.example"],
    groupsClaim: "http://schemas.passportjs.com/groups",
    groupRoles: { teachers: ["lecturer" as const] },
  };
  Object.assign(provider, { signInAddress: `${server.origin}/sso` });
  const connected = await connectSaml(site, provider, fields, identities);
  const consumer = `${origin}${connected.path}/acs`;
  server.options = { recipient: consumer, destination: consumer };
  return { connected, server };
}

/** Signs in there. Returns the page of the school. */
async function signIn({ connected, server }: Awaited<ReturnType<typeof aSiteWithSamlp>>) {
  const browser = connected.site.browser();
  const address = await leave(browser, connected.path);
  const body = await (await fetch(address)).text();
  const value = (name: string) =>
    new RegExp(`name="${name}"\\s+value="([^"]*)"`).exec(body)?.[1]?.replaceAll("&#34;", '"');
  const message = value("SAMLResponse");
  assert.ok(message !== undefined, `samlp refused the request: ${body} (${server.origin})`);
  const page = await carry(connected, browser, { SAMLResponse: message, RelayState: value("RelayState") ?? "" });
  return { page, browser };
}

void describe("A person signs in with samlp", () => {
  const ways: Record<string, (ownCertificate: string) => Record<string, unknown>> = {
    "with a signed assertion": () => ({}),
    "with a signed assertion in a signed response": () => ({ signResponse: true }),
    "with a prefix of the signature": () => ({ signatureNamespacePrefix: "ds" }),
    "which checks the signature of the request": (own) => ({ signingCert: pemOf(own) }),
    "with an encrypted assertion (AES-GCM)": (own) => ({ encryptionCert: pemOf(own), ...publicKey(own) }),
    "with an encrypted assertion (AES-CBC) in a signed response": (own) => ({
      encryptionCert: pemOf(own),
      ...publicKey(own),
      encryptionAlgorithm: "http://www.w3.org/2001/04/xmlenc#aes256-cbc",
      disallowEncryptionWithInsecureAlgorithm: false,
      warnOnInsecureEncryptionAlgorithm: false,
      signResponse: true,
    }),
  };
  for (const [way, options] of Object.entries(ways)) {
    void test(way, async () => {
      const world = await aSiteWithSamlp();
      Object.assign(world.server.options, options(await ownCertificateOf(world.connected)));
      const { page, browser } = await signIn(world);
      assert.deepEqual([page.status, page.address], [200, "/admin"], page.body.slice(0, 3000));
      assert.match((await memberIn(browser)) ?? "", /Ana Lima/);
      assert.deepEqual(await rolesOf(world.connected.site, "ana@harbour.example"), ["lecturer", "student"]);
    });
  }
});

void describe("A person does not get in", () => {
  const ways: Record<string, (ownCertificate: string) => Record<string, unknown>> = {
    "with SHA-1": () => ({ signatureAlgorithm: "rsa-sha1", digestAlgorithm: "sha1" }),
    "with an unsigned assertion in a signed response": () => ({ signAssertion: false, signResponse: true }),
    "with an address of another domain as the name": () => ({ nameIdentifierFormat: emailAddress }),
    "with AES-CBC in an unsigned response": (own) => ({
      encryptionCert: pemOf(own),
      ...publicKey(own),
      encryptionAlgorithm: "http://www.w3.org/2001/04/xmlenc#aes128-cbc",
      disallowEncryptionWithInsecureAlgorithm: false,
      warnOnInsecureEncryptionAlgorithm: false,
    }),
  };
  for (const [way, options] of Object.entries(ways)) {
    void test(way, async () => {
      const world = await aSiteWithSamlp();
      Object.assign(world.server.options, options(await ownCertificateOf(world.connected)));
      const { page, browser } = await signIn(world);
      assert.equal(page.status, 400);
      assert.match(page.body, /does not trust/);
      assert.equal(await memberIn(browser), undefined);
    });
  }
});
