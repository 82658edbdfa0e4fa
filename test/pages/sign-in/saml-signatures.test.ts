import assert from "node:assert/strict";
import { X509Certificate } from "node:crypto";
import { test } from "node:test";
import { readMessage } from "#domain/people/identity-providers/saml/read-message.ts";
import { requireSigned } from "#domain/people/identity-providers/saml/require-signed.ts";
import { ProviderError } from "#domain/people/identity-providers/provider-error.ts";
import { elementsOf } from "#lib/xml/xml-tree.ts";
import { aSamlProvider } from "../../support/doubles/saml-provider.ts";

/** The same numbers in every run. */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
}

const texts = [
  "",
  "a",
  " b ",
  "&amp;",
  "&lt;c&gt;",
  '"',
  "&#13;",
  "\n",
  "\t",
  "ü",
  "學校",
  "&#x1F600;",
  "<!-- d -->e",
  "]]&gt;",
];
const values = ["", "a", "&amp;&lt;", "&quot;", "'", "&#9;&#10;&#13;", "ü", "urn:x", "b  c"];
const prefixes = ["", "p", "q", "saml"];
const namespaces = ["urn:1", "urn:2", "urn:3"];

/** An element with random names, namespaces, attributes, texts and children. */
function element(next: (below: number) => number, declared: ReadonlyMap<string, string>, depth = 0): string {
  const own = new Map(declared);
  let declarations = "";
  for (const prefix of prefixes) {
    if (next(4) > 0) continue;
    const uri = namespaces[next(namespaces.length)]!;
    own.set(prefix, uri);
    declarations += ` xmlns${prefix === "" ? "" : `:${prefix}`}="${uri}"`;
  }
  const known = [...own.keys()].filter((prefix) => prefix !== "");
  const name = (local: string) => {
    const prefix = next(2) === 0 ? "" : (known[next(known.length)] ?? "");
    return prefix === "" ? local : `${prefix}:${local}`;
  };
  // Names of attributes that differ in any namespace.
  const attributes = ["b", "a", "d", "c"]
    .filter(() => next(3) === 0)
    .map((local) => ` ${name(local)}="${values[next(values.length)]!}"`);
  const tag = name(["x", "y", "z"][next(3)]!);
  const children = Array.from({ length: depth > 4 ? 0 : next(4) }, () => element(next, own, depth + 1));
  const content = children.map((child) => `${texts[next(texts.length)]!}${child}`).join("");
  return `<${tag}${declarations}${attributes.join("")}>${content}${texts[next(texts.length)]!}</${tag}>`;
}

void test("Signatures of another library over random documents are valid, and not after any change", async () => {
  const provider = await aSamlProvider();
  const keys = [new X509Certificate(Buffer.from(provider.keys.certificate, "base64")).publicKey];
  const saml = "urn:oasis:names:tc:SAML:2.0:assertion";
  for (let seed = 1; seed <= 150; seed++) {
    const next = numbers(seed);
    const around = new Map([
      ["saml", saml],
      ["p", "urn:1"],
    ]);
    const inner = element(next, around);
    const bare = `<saml:Assertion xmlns:saml="${saml}" xmlns:p="urn:1" xmlns:unused="urn:9" ID="_a"><saml:Issuer>i</saml:Issuer>${inner}</saml:Assertion>`;
    const signed = provider.sign(bare);
    const outer = `<t:r xmlns:t="urn:8" xmlns:q="urn:3">${signed}</t:r>`;
    for (const [document, find] of [
      [signed, (root: ReturnType<typeof readMessage>) => root],
      [outer, (root: ReturnType<typeof readMessage>) => elementsOf(root)[0]!],
    ] as const) {
      assert.doesNotThrow(() => requireSigned(find(readMessage(document)), keys), `seed ${seed}: ${document}`);
    }
    const changed = signed.replace("</saml:Assertion>", `${texts[1 + next(4)]!}</saml:Assertion>`);
    assert.throws(() => requireSigned(readMessage(changed), keys), ProviderError, `seed ${seed}: ${changed}`);
  }
});
