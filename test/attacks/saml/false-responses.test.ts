import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { database } from "../../support/databases/database.ts";
import {
  aKeyPair,
  type AuthnRequest,
  emailAddress,
  type Person,
  SamlProvider,
  type Values,
} from "../../support/doubles/saml-provider.ts";
import { aSamlSite, personOf, type SamlSite, signInWithSaml } from "../../pages/sign-in/support/saml-site.ts";
import { assertRefused } from "./refused.ts";

const minutes = (count: number) => new Date(Date.now() + count * 60_000);

/** Values that a provider sends wrong. Everything is signed by the pinned key. */
const values: Record<string, Values | ((site: SamlSite) => Values)> = {
  "another issuer of the assertion": { issuer: "https://evil.apps.test" },
  "another issuer of the response": { responseIssuer: "https://evil.apps.test" },
  "another audience": { audience: "https://another.example/metadata" },
  "no audience": { audience: undefined },
  "a second restriction to another audience": {
    moreConditions: "<saml:AudienceRestriction><saml:Audience>other</saml:Audience></saml:AudienceRestriction>",
  },
  "a condition that is not understood": { moreConditions: "<saml:Condition/>" },
  "another recipient": { recipient: "https://another.example/acs" },
  "no recipient": { recipient: undefined },
  "another destination": { destination: "https://another.example/acs" },
  "an assertion that answers another request": { confirmTo: "_another" },
  "an assertion that answers no request": { confirmTo: undefined },
  "a response that answers another request": { responseTo: "_another" },
  "a response that answers no request (begun at the provider)": { responseTo: undefined, confirmTo: undefined },
  "an assertion for a holder of a key": { method: "urn:oasis:names:tc:SAML:2.0:cm:holder-of-key" },
  "an assertion that has expired": { notBefore: minutes(-10), notOnOrAfter: minutes(-1) },
  "an assertion from the future": { notBefore: minutes(2) },
  "a confirmation that has expired": { confirmUntil: minutes(-1) },
  "a confirmation that never expires": { confirmUntil: undefined },
  "no statement of a sign-in": { statement: "" },
  "a session that has ended": {
    statement: `<saml:AuthnStatement AuthnInstant="2026-01-01T00:00:00Z" SessionNotOnOrAfter="2026-01-02T00:00:00Z"><saml:AuthnContext/></saml:AuthnStatement>`,
  },
  "SAML 1.1": { version: "1.1" },
  "a failure as its status": { status: "urn:oasis:names:tc:SAML:2.0:status:Responder" },
  "no name": { nameId: "" },
  "two names": { nameId: "<saml:NameID>a</saml:NameID><saml:NameID>b</saml:NameID>" },
  "a transient name": {
    nameId: `<saml:NameID Format="urn:oasis:names:tc:SAML:2.0:nameid-format:transient">a</saml:NameID>`,
  },
  "a name without a format": { nameId: "<saml:NameID>a</saml:NameID>" },
  "an address of another domain as the name": {
    nameId: `<saml:NameID Format="${emailAddress}">owner@another.example</saml:NameID>`,
  },
  "a lookalike of an address as the name": ({ domain }) => ({
    nameId: `<saml:NameID Format="${emailAddress}">ana@${domain}.evil.example</saml:NameID>`,
  }),
  "an element in the name": ({ domain }) => ({
    nameId: `<saml:NameID Format="${emailAddress}">ana@<saml:x/>${domain}</saml:NameID>`,
  }),
};

type Answer = (provider: SamlProvider, request: AuthnRequest, person: Person) => string | Promise<string>;

const sha1 = {
  signature: "http://www.w3.org/2000/09/xmldsig#rsa-sha1",
  digest: "http://www.w3.org/2000/09/xmldsig#sha1",
};
const withComments = "http://www.w3.org/2001/10/xml-exc-c14n#WithComments";
const inclusive = "http://www.w3.org/TR/2001/REC-xml-c14n-20010315";
const enveloped = "http://www.w3.org/2000/09/xmldsig#enveloped-signature";

/** Signatures and documents that are wrong. */
const answers: Record<string, Answer> = {
  "no signature": (provider, request, person) => provider.response(request, provider.assertion(request, person)),
  "a signed response with an unsigned assertion": (provider, request, person) =>
    provider.sign(provider.response(request, provider.assertion(request, person)), "Response"),
  "a signed assertion in a response whose signature is wrong": (provider, request, person) =>
    provider.sign(provider.answer(request, person), "Response").replace("Version", 'Consent="x" Version'),
  "a signature of another key, with its certificate": async (provider, request, person) => {
    const stranger = new SamlProvider(await aKeyPair());
    return provider.response(request, stranger.sign(provider.assertion(request, person)));
  },
  "a signature with SHA-1": (provider, request, person) =>
    provider.response(request, provider.sign(provider.assertion(request, person), "Assertion", sha1)),
  "a digest with SHA-1": (provider, request, person) =>
    provider.response(
      request,
      provider.sign(provider.assertion(request, person), "Assertion", { digest: sha1.digest }),
    ),
  "a signature over comments": (provider, request, person) =>
    provider.response(
      request,
      provider.sign(provider.assertion(request, person), "Assertion", { transforms: [enveloped, withComments] }),
    ),
  "a signature over inclusive canonical XML": (provider, request, person) =>
    provider.response(
      request,
      provider.sign(provider.assertion(request, person), "Assertion", { transforms: [enveloped, inclusive] }),
    ),
  "an address that was changed after signing": (provider, request, person) =>
    provider.answer(request, person).replace("ana@", "owner@"),
  "a name that was changed after signing": (provider, request, person) =>
    provider.answer(request, person).replace(person.nameId, "another"),
  "a signature without a value": (provider, request, person) =>
    provider.answer(request, person).replace(/(<ds:SignatureValue>)[^<]*/, "$1"),
  "a digest without a value": (provider, request, person) =>
    provider.answer(request, person).replace(/(<ds:DigestValue>)[^<]*/, "$1"),
  "a document type": (provider, request, person) => `<!DOCTYPE a [<!ENTITY b "c">]>${provider.answer(request, person)}`,
  "an external entity": (provider, request, person) =>
    `<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]>${provider.answer(request, person).replace("ana@", "&b;@")}`,
  "entities that expand to billions": (provider, request, person) =>
    `<!DOCTYPE a [<!ENTITY a "aa"><!ENTITY b "&a;&a;&a;">]>${provider.answer(request, person)}`,
  "a processing instruction": (provider, request, person) => `<?a b?>${provider.answer(request, person)}`,
  "CDATA in the name": (provider, request, person) =>
    provider.answer(request, person).replace(person.nameId, `<![CDATA[${person.nameId}]]>`),
  "an ID twice": (provider, request, person) => {
    const assertion = provider.sign(provider.assertion(request, person));
    return provider.response(request, assertion).replace(/ ID="[^"]*"/, / ID="[^"]*"/.exec(assertion)![0]);
  },
  "elements nested a thousand deep": (provider, request, person) =>
    provider
      .answer(request, person)
      .replace("<samlp:Status>", `${"<a>".repeat(1000)}${"</a>".repeat(1000)}<samlp:Status>`),
  "ten thousand elements": (provider, request, person) =>
    provider.response(request, provider.sign(provider.assertion(request, person)) + "<a/>".repeat(10_000)),
  "more than 128 KiB": (provider, request, person) =>
    provider.answer(request, { ...person, attributes: { ...person.attributes, note: "a".repeat(130_000) } }),
  "a signature with a thousand parts": (provider, request, person) =>
    provider.answer(request, person).replace(/(<ds:DigestValue>)/, `$1${"<b/>".repeat(1000)}`),
  "bytes that are not UTF-8": (provider, request, person) =>
    provider.answer(request, person).replace("ana@", "\ud800@"),
  "no XML": () => "SAMLResponse",
  nothing: () => "",
};

void describe("A sign-in is refused if the SAML provider sends", () => {
  for (const [lie, wrong] of Object.entries(values)) {
    void test(lie, async () => {
      const connected = await aSamlSite();
      const { provider, domain, site } = connected;
      const all = typeof wrong === "function" ? wrong(connected) : wrong;
      const { page, browser } = await signInWithSaml(connected, (one) => provider.answer(one, personOf(domain), all));
      await assertRefused(page, browser);
      assert.equal((await database.many`select 1 from identities where site_id = ${site.id}`).length, 0);
    });
  }
  for (const [lie, answer] of Object.entries(answers)) {
    void test(lie, async () => {
      const connected = await aSamlSite();
      const { provider, domain, site } = connected;
      const person = personOf(domain);
      const { page, browser } = await signInWithSaml(connected, (request) => answer(provider, request, person));
      await assertRefused(page, browser);
      assert.equal((await database.many`select 1 from identities where site_id = ${site.id}`).length, 0);
    });
  }
});
