import type { KeyObject } from "node:crypto";
import { attributeOf, childrenNamed, elementsBelow, elementsOf, isNamed, type XmlElement } from "#lib/xml/xml-tree.ts";
import { ProviderError } from "../provider-error.ts";
import { checkAssertion, type Expected, onlyChild, trimmedText } from "./check-assertion.ts";
import { decryptAssertion } from "./decrypt-assertion.ts";
import { assertionNamespace, protocolNamespace, signatureNamespace, success } from "./names.ts";
import { readMessage } from "./read-message.ts";
import { hasSignature, requireSigned } from "./require-signed.ts";

interface Keys {
  /** Pinned keys of the provider. */
  provider: readonly KeyObject[];
  /** Returns the private key of the school for this provider. */
  own: () => KeyObject;
}

interface Accepted {
  assertion: XmlElement;
  /** ID of the assertion, for which it is accepted once. */
  id: string;
  expiresAt: Date;
}

/**
 * Checks a response and returns its signed assertion (SAML Profiles §4.1.4). The assertion itself must be signed: the
 * signature of a response is checked if there is one, but does not replace it. Throws ProviderError.
 */
export function readResponse(bytes: Buffer, keys: Keys, expected: Expected): Accepted {
  const response = readMessage(bytes);
  requireForm(response);
  const isAuthentic = hasSignature(response);
  if (isAuthentic) requireSigned(response, keys.provider);
  checkResponse(response, expected, isAuthentic);
  const assertion = assertionIn(response, keys, isAuthentic);
  requireSigned(assertion, keys.provider);
  const { expiresAt } = checkAssertion(assertion, expected);
  return { assertion, id: attributeOf(assertion, "ID") ?? "", expiresAt };
}

/** A response has known parts only, and assertions in no other place than its own. */
function requireForm(response: XmlElement): void {
  if (!isNamed(response, protocolNamespace, "Response")) throw refused("The message is not a response of SAML 2.0.");
  const isKnown = (part: XmlElement) =>
    isNamed(part, assertionNamespace, "Issuer") ||
    isNamed(part, signatureNamespace, "Signature") ||
    isNamed(part, protocolNamespace, "Extensions") ||
    isNamed(part, protocolNamespace, "Status") ||
    isAssertion(part);
  if (!elementsOf(response).every(isKnown)) throw refused("The response has an unknown part.");
  const deep = [...elementsBelow(response)].filter((one) => one !== response);
  if (deep.some((one) => isNamed(one, protocolNamespace, "Response")))
    throw refused("The response has another inside.");
  if (deep.filter(isAssertion).length > 1) throw refused("The response has more than one assertion.");
}

const isAssertion = (element: XmlElement): boolean =>
  isNamed(element, assertionNamespace, "Assertion") || isNamed(element, assertionNamespace, "EncryptedAssertion");

function checkResponse(response: XmlElement, { issuer, recipient, requestId }: Expected, isSigned: boolean): void {
  if (attributeOf(response, "Version") !== "2.0") throw refused("The response is not of SAML 2.0.");
  const destination = attributeOf(response, "Destination");
  // A signed message names its destination (SAML Bindings §3.5.5.2).
  if (destination === undefined ? isSigned : destination !== recipient) {
    throw refused("The response is for another destination.");
  }
  if (attributeOf(response, "InResponseTo") !== requestId) {
    throw refused("The response does not answer the request of this browser.");
  }
  const issuers = childrenNamed(response, assertionNamespace, "Issuer");
  if (issuers.some((one) => trimmedText(one) !== issuer)) throw refused("The response has another issuer.");
  requireSuccess(onlyChild(response, "Status", protocolNamespace));
}

/** The provider reports why it did not sign the person in. Nothing depends on it but the text of the page. */
function requireSuccess(status: XmlElement): void {
  const code = onlyChild(status, "StatusCode", protocolNamespace);
  const value = attributeOf(code, "Value") ?? "";
  if (value === success) return;
  const codes = [code, ...childrenNamed(code, protocolNamespace, "StatusCode")];
  const names = codes.map((one) => (attributeOf(one, "Value") ?? "").split(":").at(-1) ?? "");
  const [message] = childrenNamed(status, protocolNamespace, "StatusMessage");
  const text = [names.join(" "), message && trimmedText(message)].filter((part) => part).join(": ");
  throw new ProviderError("canceled", text.slice(0, 300));
}

function assertionIn(response: XmlElement, keys: Keys, isAuthentic: boolean): XmlElement {
  const found = elementsOf(response).find(isAssertion);
  if (!found) throw refused("The response has no assertion.");
  if (found.local === "Assertion") return found;
  const assertion = readMessage(decryptAssertion(found, { key: keys.own(), isAuthentic }));
  const isOnly = isNamed(assertion, assertionNamespace, "Assertion");
  if (!isOnly || [...elementsBelow(assertion)].filter(isAssertion).length > 1) {
    throw refused("The encrypted content is not one assertion.");
  }
  return assertion;
}

const refused = (message: string): ProviderError => new ProviderError("invalid", message);
