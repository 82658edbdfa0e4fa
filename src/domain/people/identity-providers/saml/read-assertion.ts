import { emailKey, isEmailAddress } from "#domain/platform/email.ts";
import { attributeOf, childrenNamed, elementsOf, textOf, type XmlElement } from "#lib/xml/xml-tree.ts";
import { domainOf, type IdentityProvider } from "../provider.ts";
import { ProviderError } from "../provider-error.ts";
import { nameFrom, type SentClaims } from "../upstream/sent-claims.ts";
import { onlyChild, trimmedText } from "./check-assertion.ts";
import { assertionNamespace, nameFormats } from "./names.ts";
import { readTime } from "./read-message.ts";

const maxText = 2000;
const maxName = 256;
const maxGroups = 1000;
const maxAttributes = 200;

/** Attributes with the address and the name of a person, as common providers send them. The first one counts. */
const attributeNames = {
  email: [
    "urn:oid:0.9.2342.19200300.100.1.3",
    "http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress",
    "mail",
    "email",
    "emailAddress",
    "emailaddress",
  ],
  name: [
    "urn:oid:2.16.840.1.113730.3.1.241",
    "http://schemas.microsoft.com/identity/claims/displayname",
    "displayName",
    "displayname",
    "urn:oid:2.5.4.3",
    "cn",
    "name",
    "http://schemas.xmlsoap.org/ws/2005/05/identity/claims/name",
  ],
} as const;

/** Returns what a valid assertion says about the person. Throws ProviderError. */
export function readAssertion(provider: IdentityProvider, assertion: XmlElement): SentClaims {
  const nameId = onlyChild(onlyChild(assertion, "Subject"), "NameID");
  const { subject, address } = readNameId(provider, nameId);
  const attributes = attributesIn(assertion);
  const first = (names: readonly string[]) =>
    names.flatMap((name) => attributes.get(name) ?? []).find((value) => value !== "");
  const email = (address ?? first(attributeNames.email))?.normalize("NFC") ?? null;
  const isAddress = email !== null && email.length <= 254 && isEmailAddress(email);
  const [statement] = childrenNamed(assertion, assertionNamespace, "AuthnStatement");
  const session = (statement && attributeOf(statement, "SessionIndex")) ?? null;
  const instant = statement && attributeOf(statement, "AuthnInstant");
  return {
    subject,
    session: session !== null && session !== "" && session.length <= maxName ? session : null,
    name: nameFrom(first(attributeNames.name) ?? null),
    email: isAddress ? email : null,
    // The school has said that the provider speaks for its domains. SAML has no statement about one address.
    isProven: isAddress && provider.domains.includes(domainOf(email)),
    groups: (attributes.get(provider.groupsClaim) ?? []).slice(0, maxGroups),
    signedInAt: instant === undefined ? null : readTime(instant).getTime(),
    all: {
      NameID: trimmedText(nameId) ?? "",
      Format: attributeOf(nameId, "Format") ?? "",
      ...(session !== null && { SessionIndex: session }),
      ...(instant !== undefined && { AuthnInstant: instant }),
      ...Object.fromEntries(
        [...attributes].map(([name, values]) => [name, values.length === 1 ? (values[0] ?? "") : values]),
      ),
    },
  };
}

/**
 * Returns the identity that a name stands for. A persistent name never changes its owner. An address can, so that it is
 * an identity only in a domain of the provider. Other names say nothing about the next sign-in.
 */
export function readNameId(
  { issuer, domains }: Pick<IdentityProvider, "issuer" | "domains">,
  nameId: XmlElement,
): { subject: string; address: string | undefined } {
  const text = trimmedText(nameId) ?? "";
  const format = attributeOf(nameId, "Format") ?? "";
  if (text === "" || text.length > maxName || text.includes("\0")) throw refused("The NameID is missing or too long.");
  if (format === nameFormats.persistent) {
    // The same name of another provider, which this one passes on, is another person (SAML Core §8.3.7).
    if ((attributeOf(nameId, "NameQualifier") ?? issuer) !== issuer) {
      throw refused("The NameID is of another provider. Its NameQualifier must be the entity ID, or missing.");
    }
    return { subject: `persistent:${text}`, address: undefined };
  }
  if (format !== nameFormats.emailAddress) {
    throw refused(`The NameID has the format ${format || "unspecified"}. Use persistent or emailAddress.`);
  }
  if (!isEmailAddress(text) || !domains.includes(domainOf(text))) {
    throw refused("The NameID is an address outside of the email domains of the provider.");
  }
  return { subject: `email:${emailKey(text)}`, address: text };
}

/** Values by the name of an attribute, and by its friendly name if no attribute has that name. */
function attributesIn(assertion: XmlElement): Map<string, string[]> {
  const elements = childrenNamed(assertion, assertionNamespace, "AttributeStatement").flatMap((statement) =>
    childrenNamed(statement, assertionNamespace, "Attribute"),
  );
  if (elements.length > maxAttributes) throw refused(`The assertion has more than ${maxAttributes} attributes.`);
  const named = new Map<string, string[]>();
  const friendly = new Map<string, string[]>();
  for (const element of elements) {
    const values = childrenNamed(element, assertionNamespace, "AttributeValue").map(valueOf);
    const [name = "", friendlyName = ""] = [attributeOf(element, "Name"), attributeOf(element, "FriendlyName")];
    named.set(name, [...(named.get(name) ?? []), ...values]);
    if (friendlyName !== "") friendly.set(friendlyName, [...(friendly.get(friendlyName) ?? []), ...values]);
  }
  return new Map([...friendly, ...named]);
}

/** The text of a value, also inside of one element: eduPersonTargetedID contains a NameID. */
function valueOf(value: XmlElement): string {
  const [inner] = elementsOf(value);
  return (textOf(inner ?? value) ?? "").trim().replaceAll("\0", "").slice(0, maxText);
}

const refused = (message: string): ProviderError => new ProviderError("invalid", message);
