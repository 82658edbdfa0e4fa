import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { AuthnRequest, Person, SamlProvider } from "../../support/doubles/saml-provider.ts";
import { assertRefused } from "./refused.ts";
import { aSamlSite, personOf, signInWithSaml } from "../../pages/sign-in/support/saml-site.ts";

interface Parts {
  provider: SamlProvider;
  request: AuthnRequest;
  /** Signed assertion about the attacker. */
  signed: string;
  /** Its signature. */
  signature: string;
  /** The assertion without its signature. */
  bare: string;
  /** Unsigned assertion about the victim. */
  evil: string;
}

const signatureIn = (xml: string): string => /<ds:Signature.*<\/ds:Signature>/s.exec(xml)![0];
const inside = (xml: string, end: string, added: string): string => xml.replace(end, `${added}${end}`);
const afterIssuer = (xml: string, added: string): string => xml.replace("</saml:Issuer>", `</saml:Issuer>${added}`);
const idOf = (xml: string): string => / ID="([^"]*)"/.exec(xml)![1]!;
const withId = (xml: string, id: string): string => xml.replace(idOf(xml), id);

/** The eight kinds of signature wrapping (Somorovsky et al., “On Breaking SAML”, 2012), and relatives of them. */
const wrappings: Record<string, (parts: Parts) => string> = {
  "1: the signed response inside the signature of another response": ({ provider, request, signed, evil }) => {
    const original = provider.sign(provider.response(request, signed), "Response");
    const signature = /<ds:Signature.*?<\/ds:Signature>/s.exec(original)![0];
    const wrapped = inside(signature, "</ds:Signature>", original.replace(signature, ""));
    return afterIssuer(provider.response(request, evil), wrapped);
  },
  "2: the signed response beside the signature in another response": ({ provider, request, signed, evil }) => {
    const original = provider.sign(provider.response(request, signed), "Response");
    const signature = /<ds:Signature.*?<\/ds:Signature>/s.exec(original)![0];
    return afterIssuer(provider.response(request, evil), `${original.replace(signature, "")}${signature}`);
  },
  "3: another assertion before the signed one": ({ provider, request, signed, evil }) =>
    provider.response(request, `${evil}${signed}`),
  "4: the signed assertion inside another one": ({ provider, request, signed, evil }) =>
    provider.response(request, inside(evil, "</saml:Assertion>", signed)),
  "5: the signature in another assertion, the original after it": ({ provider, request, bare, signature, evil }) =>
    provider.response(request, `${afterIssuer(evil, signature)}${bare}`),
  "6: the original inside the signature in another assertion": ({ provider, request, bare, signature, evil }) =>
    provider.response(request, afterIssuer(evil, inside(signature, "</ds:Signature>", bare))),
  "7: another assertion in the extensions of the response": ({ provider, request, signed, evil }) =>
    provider
      .response(request, signed)
      .replace("<samlp:Status>", `<samlp:Extensions>${withId(evil, idOf(signed))}</samlp:Extensions><samlp:Status>`),
  "8: the original in an object of the signature": ({ provider, request, bare, signature, evil }) => {
    const wrapped = inside(signature, "</ds:Signature>", `<ds:Object>${bare}</ds:Object>`);
    return provider.response(request, afterIssuer(evil, wrapped));
  },
  "the signature moved to another assertion with the same ID": ({ provider, request, bare, signature, evil }) =>
    provider.response(request, afterIssuer(withId(evil, idOf(bare)), signature)),
  "another assertion after the signed one": ({ provider, request, signed, evil }) =>
    provider.response(request, `${signed}${evil}`),
  "another assertion in the status of the response": ({ provider, request, signed, evil }) =>
    provider
      .response(request, signed)
      .replace("</samlp:Status>", `<samlp:StatusDetail>${evil}</samlp:StatusDetail></samlp:Status>`),
  "a second reference to another assertion": ({ provider, request, signed, evil }) => {
    const reference = /<ds:Reference.*<\/ds:Reference>/s.exec(signed)![0];
    const second = reference.replace(idOf(signed), idOf(evil));
    return provider.response(request, signed.replace(reference, `${second}${reference}`));
  },
  "a second signature, which covers the first one": ({ provider, request, signed }) =>
    provider.response(request, provider.sign(signed)),
  "a second SignedInfo": ({ provider, request, signed }) => {
    const info = /<ds:SignedInfo.*<\/ds:SignedInfo>/s.exec(signed)![0];
    return provider.response(request, signed.replace(info, `${info}${info}`));
  },
  "a reference to the whole document": ({ provider, request, signed }) =>
    provider.response(request, signed.replace(/URI="#[^"]*"/, 'URI=""')),
};

void describe("A response is refused with signature wrapping", () => {
  for (const [kind, wrap] of Object.entries(wrappings)) {
    void test(kind, async () => {
      const connected = await aSamlSite();
      const { provider, domain } = connected;
      const victim: Person = personOf(domain, { mail: `victim@${domain}` });
      await signInWithSaml(connected, (request) => provider.answer(request, victim));
      const attacker = personOf(domain, { mail: `attacker@${domain}` });
      const { page, browser } = await signInWithSaml(connected, (request) => {
        const bare = provider.assertion(request, attacker);
        const signed = provider.sign(bare);
        const evil = provider.assertion(request, victim);
        return wrap({ provider, request, signed, signature: signatureIn(signed), bare, evil });
      });
      await assertRefused(page, browser);
    });
  }
});

void test("A comment inside of a name does not cut it off", async () => {
  const connected = await aSamlSite();
  const { provider, domain } = connected;
  const victim = personOf(domain, { mail: `victim@${domain}` });
  await signInWithSaml(connected, (request) => provider.answer(request, victim));
  // The attacker may choose a name that begins with that of the victim.
  const attacker = { nameId: `${victim.nameId}.evil`, attributes: { mail: `victim@${domain}.evil.example` } };
  const { page, browser } = await signInWithSaml(connected, (request) =>
    provider
      .answer(request, attacker)
      .replace(`${victim.nameId}.evil`, `${victim.nameId}<!---->.evil`)
      .replace(`victim@${domain}.evil`, `victim@${domain}<!-- -->.evil`),
  );
  assert.equal(page.status, 403);
  assert.match(page.body, /Connect Harbour SAML first/);
  await assertRefused(page, browser, 403);
});
