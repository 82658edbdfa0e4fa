import type { KeyObject } from "node:crypto";
import { inflateRawSync } from "node:zlib";
import { attributeOf, childrenNamed, isNamed, type XmlElement } from "#lib/xml/xml-tree.ts";
import type { IdentityProvider } from "../provider.ts";
import { ProviderError } from "../provider-error.ts";
import { checkPeriod, clockToleranceMs, onlyChild, trimmedText } from "./check-assertion.ts";
import { protocolNamespace } from "./names.ts";
import { readNameId } from "./read-assertion.ts";
import { maxMessageBytes, readMessage, readTime } from "./read-message.ts";
import { requireSigned } from "./require-signed.ts";
import { isSignedBy } from "./signature-methods.ts";

/** A logout request as it arrived: in a form, or in the query of an address. */
export type ReceivedRequest = { form: string } | { query: string };

export interface LogoutRequest {
  id: string;
  subject: string;
  sessions: string[];
  expiresAt: Date;
}

/** Milliseconds for which a request is accepted after it was issued. */
const maxAgeMs = 5 * 60_000;

/** Sessions that a request names. Each takes two statements. */
const maxSessions = 100;

interface Expected {
  provider: IdentityProvider;
  keys: readonly KeyObject[];
  destination: string;
  now: Date;
}

/** Checks a request of the provider to end sessions (SAML Core §3.7.1). It must be signed. Throws ProviderError. */
export function readLogoutRequest(
  received: ReceivedRequest,
  { provider, keys, destination, now }: Expected,
): LogoutRequest {
  const request = "form" in received ? readSignedForm(received.form, keys) : readSignedQuery(received.query, keys);
  if (attributeOf(request, "Version") !== "2.0") throw refused("The request is not of SAML 2.0.");
  if (attributeOf(request, "Destination") !== destination) throw refused("The request is for another destination.");
  if (trimmedText(onlyChild(request, "Issuer")) !== provider.issuer) throw refused("The request has another issuer.");
  const issued = readTime(attributeOf(request, "IssueInstant") ?? "").getTime();
  if (Math.abs(now.getTime() - issued) > maxAgeMs) throw refused("The request is not of this time.");
  checkPeriod(request, now);
  const id = attributeOf(request, "ID") ?? "";
  if (id === "") throw refused("The request has no ID.");
  const { subject } = readNameId(provider, onlyChild(request, "NameID"));
  const sessions = childrenNamed(request, protocolNamespace, "SessionIndex").map((one) => trimmedText(one) ?? "");
  if (sessions.length > maxSessions) throw refused(`The request has more than ${maxSessions} sessions.`);
  return { id, subject, sessions, expiresAt: new Date(issued + maxAgeMs + clockToleranceMs) };
}

function readSignedForm(message: string, keys: readonly KeyObject[]): XmlElement {
  const request = asLogoutRequest(readMessage(Buffer.from(message, "base64")));
  requireSigned(request, keys);
  return request;
}

/** The signature covers the parameters as they are encoded in the query (SAML Bindings §3.4.4.1). */
function readSignedQuery(query: string, keys: readonly KeyObject[]): XmlElement {
  const pairs = query.split("&").map((pair): [name: string, pair: string] => [pair.split("=")[0] ?? "", pair]);
  const only = (name: string): string | undefined => {
    const [found, ...others] = pairs.filter(([one]) => one === name);
    if (others.length > 0) throw refused(`The parameter ${name} occurs more than once.`);
    return found?.[1];
  };
  const value = (name: string): string => new URLSearchParams(only(name)).get(name) ?? "";
  const signed = ["SAMLRequest", "RelayState", "SigAlg"].map(only).filter((pair) => pair !== undefined);
  const signature = Buffer.from(value("Signature"), "base64");
  if (!isSignedBy(keys, value("SigAlg"), Buffer.from(signed.join("&")), signature)) {
    throw refused("The query is not signed by a pinned certificate.");
  }
  return asLogoutRequest(readMessage(inflated(value("SAMLRequest"))));
}

function inflated(message: string): Buffer {
  try {
    return inflateRawSync(Buffer.from(message, "base64"), { maxOutputLength: maxMessageBytes });
  } catch (cause) {
    throw new ProviderError("invalid", "The request cannot be decompressed.", { cause });
  }
}

function asLogoutRequest(message: XmlElement): XmlElement {
  if (!isNamed(message, protocolNamespace, "LogoutRequest")) throw refused("The message is not a logout request.");
  return message;
}

const refused = (message: string): ProviderError => new ProviderError("invalid", message);
