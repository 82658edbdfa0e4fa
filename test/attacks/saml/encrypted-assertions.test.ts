import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { findProvider } from "#domain/people/identity-providers/queries.ts";
import { encryptAssertion, type Encrypting } from "../../support/doubles/encrypt-assertion.ts";
import { aKeyPair } from "../../support/doubles/saml-provider.ts";
import { aSamlSite, personOf, signInWithSaml } from "../../pages/sign-in/support/saml-site.ts";
import { assertRefused } from "./refused.ts";

interface Sent extends Encrypting {
  /** Encrypts for the key of someone else. */
  isForStranger?: boolean;
  isUnsigned?: boolean;
  signsResponse?: boolean;
  /** Changes the assertion before it is encrypted. */
  before?: (xml: string) => string;
  /** Changes the response. */
  after?: (xml: string) => string;
}

async function send({ isForStranger, isUnsigned, signsResponse, before = same, after = same, ...encrypting }: Sent) {
  const connected = await aSamlSite();
  const { provider, domain, site, id } = connected;
  const own = (await findProvider(site.context(), id))!.saml!.ownCertificate;
  const certificate = isForStranger ? (await aKeyPair()).certificate : own;
  return signInWithSaml(connected, (request) => {
    const bare = provider.assertion(request, personOf(domain));
    const encrypted = encryptAssertion(before(isUnsigned ? bare : provider.sign(bare)), certificate, encrypting);
    const response = provider.response(request, encrypted);
    return after(signsResponse ? provider.sign(response, "Response") : response);
  });
}

const same = (xml: string) => xml;
const flipped = (bytes: Buffer) => Buffer.from(bytes.map((byte, index) => (index === 40 ? byte ^ 1 : byte)));

void describe("An encrypted assertion is accepted", () => {
  const ways: Record<string, Sent> = {
    "with AES-256-GCM": {},
    "with AES-128-GCM": { cipher: "aes128-gcm" },
    "with a key beside the data": { isBeside: true },
    "with RSA-OAEP and SHA-256": { hash: "sha256" },
    "with AES-CBC in a signed response": { cipher: "aes256-cbc", signsResponse: true },
  };
  for (const [way, sent] of Object.entries(ways)) {
    void test(way, async () => {
      const { page } = await send(sent);
      assert.equal(page.address, "/learn", page.body.slice(0, 3000));
    });
  }
});

void describe("An encrypted assertion is refused", () => {
  const ways: Record<string, Sent> = {
    "for another key": { isForStranger: true },
    "without a signature inside": { isUnsigned: true },
    "without a signature inside, in a signed response": { isUnsigned: true, signsResponse: true },
    "with a changed text": { change: flipped },
    "with a text that is cut off": { change: (bytes) => bytes.subarray(0, 20) },
    "with AES-CBC in an unsigned response": { cipher: "aes256-cbc" },
    "with AES-CBC and a text that was changed in a signed response": {
      cipher: "aes256-cbc",
      signsResponse: true,
      after: (xml) => xml.replace(/(<xenc:CipherValue>)(....)(?!.*<xenc:CipherValue>)/s, "$1AAAA"),
    },
    "with a key by PKCS #1 v1.5": { isPkcs1: true },
    "with two keys": { after: (xml) => xml.replace(/<xenc:EncryptedKey>.*<\/xenc:EncryptedKey>/s, "$&$&") },
    "that is encrypted twice": {
      before: (xml) => xml.replace("<saml:Subject>", "<saml:EncryptedAssertion/><saml:Subject>"),
    },
    "with another element inside": { before: () => '<a ID="_a"/>' },
    "with a document type inside": { before: (xml) => `<!DOCTYPE a>${xml}` },
    "beside a plain one": {
      after: (xml) =>
        xml.replace("</samlp:Response>", "<saml:Assertion xmlns:saml='urn:oasis:names:tc:SAML:2.0:assertion'/>$&"),
    },
  };
  for (const [way, sent] of Object.entries(ways)) {
    void test(way, async () => {
      const { page, browser } = await send(sent);
      await assertRefused(page, browser);
    });
  }
});
