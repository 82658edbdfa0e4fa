import { hash, type KeyObject, timingSafeEqual } from "node:crypto";
import { canonicalXml } from "#lib/xml/canonical-xml.ts";
import {
  attributeOf,
  childrenNamed,
  elementsBelow,
  elementsOf,
  isNamed,
  textOf,
  type XmlElement,
} from "#lib/xml/xml-tree.ts";
import { ProviderError } from "../provider-error.ts";
import { envelopedSignature, exclusiveCanonical, signatureNamespace } from "./names.ts";
import { digestMethods, isSignatureMethod, isSignedBy } from "./signature-methods.ts";

/** Returns whether an element has a signature of its own, valid or not. */
export const hasSignature = (element: XmlElement): boolean =>
  childrenNamed(element, signatureNamespace, "Signature").length > 0;

/**
 * Checks that one of the pinned keys has signed this element: the caller continues with the same object, so that it reads
 * nothing but what was signed. Only the form that SAML prescribes is accepted (SAML Core §5.4): one signature, a
 * child of the element, with one reference to it. Certificates in the message are ignored. Throws ProviderError.
 */
export function requireSigned(element: XmlElement, keys: readonly KeyObject[]): void {
  const [signature, ...others] = childrenNamed(element, signatureNamespace, "Signature");
  if (!signature) throw refused(`The ${element.local} is not signed.`);
  if (others.length > 0) throw refused(`The ${element.local} has several signatures.`);
  const [info, value, keyInfo, ...rest] = elementsOf(signature);
  const isSmall = [...elementsBelow(signature)].length <= maxParts;
  const isShaped = isPart(info, "SignedInfo") && isPart(value, "SignatureValue") && rest.length === 0 && isSmall;
  if (!isShaped || (keyInfo && !isPart(keyInfo, "KeyInfo"))) throw refused("The signature has an unknown form.");
  const { method, digestMethod, digestValue, inclusive, inclusiveInfo } = readInfo(info, element);
  const signed = Buffer.from(canonicalXml(info, { inclusive: inclusiveInfo }));
  if (!isSignedBy(keys, method, signed, bytesIn(value))) {
    throw refused(`The signature of the ${element.local} is not by a pinned certificate.`);
  }
  const digest = hash(digestMethod, canonicalXml(element, { inclusive, without: signature }), "buffer");
  if (!isEqual(digest, digestValue)) throw refused(`The ${element.local} was changed after it was signed.`);
}

/** Elements of a signature with its certificates. It is read before it is verified. */
const maxParts = 60;

/** Prefixes of a list that are used. The signature does not match if it needs more. */
const maxPrefixes = 10;

interface SignedInfo {
  method: string;
  digestMethod: string;
  digestValue: Buffer;
  inclusive: ReadonlySet<string>;
  inclusiveInfo: ReadonlySet<string>;
}

function readInfo(info: XmlElement, element: XmlElement): SignedInfo {
  const [canonicalization, signatureMethod, reference, ...others] = elementsOf(info);
  const isShaped =
    isPart(canonicalization, "CanonicalizationMethod") &&
    isPart(signatureMethod, "SignatureMethod") &&
    isPart(reference, "Reference") &&
    others.length === 0;
  if (!isShaped) throw refused("The signature does not have exactly one reference.");
  const id = attributeOf(element, "ID") ?? "";
  if (id === "" || attributeOf(reference, "URI") !== `#${id}`) {
    throw refused(`The signature in the ${element.local} refers to something else.`);
  }
  const [transforms, digestMethod, digestValue, ...rest] = elementsOf(reference);
  if (
    !isPart(transforms, "Transforms") ||
    !isPart(digestMethod, "DigestMethod") ||
    !isPart(digestValue, "DigestValue")
  ) {
    throw refused("The reference of the signature has an unknown form.");
  }
  const [enveloped, exclusive, ...more] = elementsOf(transforms);
  if (rest.length + more.length > 0 || algorithmOf(enveloped) !== envelopedSignature) {
    throw refused("The signature has other transforms than SAML permits.");
  }
  const method = algorithmOf(signatureMethod);
  if (!isSignatureMethod(method)) throw refused(`The signature method ${method} is not accepted.`);
  return {
    method,
    digestMethod: digestMethodOf(digestMethod),
    digestValue: bytesIn(digestValue),
    inclusive: prefixesOf(exclusive),
    inclusiveInfo: prefixesOf(canonicalization),
  };
}

function digestMethodOf(element: XmlElement): string {
  const name = algorithmOf(element);
  const method = Object.hasOwn(digestMethods, name) ? digestMethods[name] : undefined;
  if (method === undefined) throw refused(`The digest method ${name} is not accepted.`);
  return method;
}

/** Returns the prefix list of an exclusive canonicalization, the only one that is accepted. */
function prefixesOf(element: XmlElement | undefined): ReadonlySet<string> {
  if (!element || algorithmOf(element) !== exclusiveCanonical) {
    throw refused("The signature is not over exclusive canonical XML without comments.");
  }
  const [list, ...others] = elementsOf(element);
  if (!list) return new Set();
  if (others.length > 0 || !isNamed(list, exclusiveCanonical, "InclusiveNamespaces")) {
    throw refused("The canonicalization has an unknown parameter.");
  }
  const prefixes = (attributeOf(list, "PrefixList") ?? "").split(/\s+/, maxPrefixes).filter((prefix) => prefix !== "");
  return new Set(prefixes.map((prefix) => (prefix === "#default" ? "" : prefix)));
}

const isPart = (element: XmlElement | undefined, name: string): element is XmlElement =>
  element !== undefined && isNamed(element, signatureNamespace, name);

const algorithmOf = (element: XmlElement | undefined): string =>
  element?.uri === signatureNamespace ? (attributeOf(element, "Algorithm") ?? "") : "";

/** Decodes base64 with white space. A wrong character changes the bytes, which then do not match. */
const bytesIn = (element: XmlElement): Buffer => Buffer.from(textOf(element) ?? "", "base64");

const isEqual = (a: Buffer, b: Buffer): boolean => a.length === b.length && timingSafeEqual(a, b);

const refused = (message: string): ProviderError => new ProviderError("invalid", message);
