import { attributeOf, childrenNamed, elementsOf, isNamed, textOf, type XmlElement } from "#lib/xml/xml-tree.ts";
import { ProviderError } from "../provider-error.ts";
import { assertionNamespace, bearer } from "./names.ts";
import { readTime } from "./read-message.ts";

/** Values that an assertion must name to be accepted. */
export interface Expected {
  /** Entity ID of the provider. */
  issuer: string;
  /** Entity ID of the school for this provider. */
  audience: string;
  /** Address of the assertion consumer service. */
  recipient: string;
  /** ID of the request of this browser. */
  requestId: string;
  now: Date;
}

export const clockToleranceMs = 30_000;

/**
 * Checks an assertion whose signature is valid (SAML Profiles §4.1.4.3, Core §2.5). Returns when it expires. Throws
 * ProviderError.
 */
export function checkAssertion(assertion: XmlElement, expected: Expected): { expiresAt: Date } {
  if (attributeOf(assertion, "Version") !== "2.0") throw refused("The assertion is not of SAML 2.0.");
  const issuer = onlyChild(assertion, "Issuer");
  if (trimmedText(issuer) !== expected.issuer) throw refused("The assertion has another issuer.");
  const expiresAt = checkConfirmation(onlyChild(assertion, "Subject"), expected);
  checkConditions(onlyChild(assertion, "Conditions"), expected);
  const statements = childrenNamed(assertion, assertionNamespace, "AuthnStatement");
  if (statements.length === 0) throw refused("The assertion does not say that the person signed in.");
  for (const statement of statements) checkPeriod(statement, expected.now, { to: "SessionNotOnOrAfter" });
  return { expiresAt };
}

/** One confirmation of the bearer must fit: it names this request, this address and a time. */
function checkConfirmation(subject: XmlElement, expected: Expected): Date {
  const confirmations = childrenNamed(subject, assertionNamespace, "SubjectConfirmation");
  const reasons: string[] = [];
  for (const confirmation of confirmations) {
    const fit = fitOf(confirmation, expected);
    if (fit instanceof Date) return fit;
    reasons.push(fit);
  }
  throw refused(reasons[0] ?? "The assertion does not say who may present it.");
}

/** Returns when the confirmation expires, or the reason why it does not fit. */
function fitOf(confirmation: XmlElement, { recipient, requestId, now }: Expected): Date | string {
  if (attributeOf(confirmation, "Method") !== bearer) return "The assertion is not for its bearer.";
  const [data, ...others] = childrenNamed(confirmation, assertionNamespace, "SubjectConfirmationData");
  if (!data || others.length > 0) return "The confirmation of the subject has no data.";
  if (attributeOf(data, "Recipient") !== recipient) return "The assertion is for another recipient.";
  if (attributeOf(data, "InResponseTo") !== requestId)
    return "The assertion does not answer the request of this browser.";
  const end = attributeOf(data, "NotOnOrAfter");
  if (end === undefined) return "The confirmation of the subject does not expire.";
  checkPeriod(data, now);
  return new Date(readTime(end).getTime() + clockToleranceMs);
}

const understood: ReadonlySet<string> = new Set(["AudienceRestriction", "OneTimeUse", "ProxyRestriction"]);

function checkConditions(conditions: XmlElement, { audience, now }: Expected): void {
  checkPeriod(conditions, now);
  const parts = elementsOf(conditions);
  // A condition that is not understood makes the assertion invalid (SAML Core §2.5.1.1).
  if (!parts.every(({ uri, local }) => uri === assertionNamespace && understood.has(local))) {
    throw refused("The assertion has a condition that is not understood.");
  }
  const restrictions = parts.filter((part) => isNamed(part, assertionNamespace, "AudienceRestriction"));
  const names = (part: XmlElement) =>
    childrenNamed(part, assertionNamespace, "Audience").some((one) => trimmedText(one) === audience);
  if (restrictions.length === 0 || !restrictions.every(names)) throw refused("The assertion is for another audience.");
}

/** Checks the period in which a part is valid. */
export function checkPeriod(part: XmlElement, now: Date, { from = "NotBefore", to = "NotOnOrAfter" } = {}): void {
  const [start, end] = [attributeOf(part, from), attributeOf(part, to)];
  if (start !== undefined && readTime(start).getTime() > now.getTime() + clockToleranceMs) {
    throw refused(`The message is not valid yet (${from} ${start}).`);
  }
  if (end !== undefined && readTime(end).getTime() <= now.getTime() - clockToleranceMs) {
    throw refused(`The message has expired (${to} ${end}).`);
  }
}

/** Returns the only child of this name. */
export function onlyChild(element: XmlElement, name: string, namespace = assertionNamespace): XmlElement {
  const [child, ...others] = childrenNamed(element, namespace, name);
  if (!child || others.length > 0) throw refused(`The ${element.local} does not have exactly one ${name}.`);
  return child;
}

/** Returns the text of an element without white space around it; undefined if it has child elements. */
export const trimmedText = (element: XmlElement): string | undefined => textOf(element)?.trim();

const refused = (message: string): ProviderError => new ProviderError("invalid", message);
