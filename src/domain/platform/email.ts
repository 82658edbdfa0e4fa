import { domainToASCII, domainToUnicode } from "node:url";
import { adviceOnInvisible } from "#lib/text/blank.ts";
import { trimmed } from "#lib/wire/trimmed.ts";

/**
 * Normalizes addresses for comparison: NFC and lower case, and the domain in ASCII (UTS #46), because `bücher.example`
 * and `xn--bcher-kva.example` are one domain (RFC 5890 §2.3.2.1). Different keys mean different people.
 */
export function emailKey(email: string): string {
  const [local, domain] = divided(email.normalize("NFC").toLowerCase().normalize("NFC"));
  return local + asciiDomain(domain);
}

/** Normalizes a domain as `emailKey` does. */
export const domainKey = (domain: string): string =>
  asciiDomain(domain.normalize("NFC").toLowerCase().normalize("NFC"));

/** Returns the domain of an address as `emailKey` writes it. */
export const domainOf = (email: string): string => divided(emailKey(email))[1];

const asciiDomain = (domain: string): string => (isAscii(domain) ? domain : domainToASCII(domain) || domain);

/** Returns an address as it is, and with its domain in ASCII and in Unicode where they differ. */
export function spellingsOf(email: string): string[] {
  const [local, domain] = divided(email);
  const forms = isAscii(domain) && !/xn--/i.test(domain) ? [] : [domainToASCII(domain), domainToUnicode(domain)];
  return [...new Set([email, ...forms.filter((form) => form !== "").map((form) => local + form)])];
}

/** Divides an address after its last `@`. A text without one has no domain. */
function divided(email: string): [local: string, domain: string] {
  const at = email.lastIndexOf("@");
  return at === -1 ? [email, ""] : [email.slice(0, at + 1), email.slice(at + 1)];
}

const isAscii = (text: string): boolean => /^[\0-\x7F]*$/.test(text);

/**
 * Returns whether the text is a valid address: RFC 5321 §4.5.3.1 for the lengths, RFC 6531 for characters beyond
 * ASCII. Rejects quoted local parts and address literals, as browsers do.
 */
export function isEmailAddress(text: string): boolean {
  const at = text.lastIndexOf("@");
  const [local, domain] = [text.slice(0, at), text.slice(at + 1)];
  const lengths = at > 0 && text.length <= 254 && local.length <= 64;
  return lengths && localPart.test(local) && domain.split(".").every((part) => label.test(part));
}

/** Returns whether addresses can have the domain. A host of one label is none that mail reaches from elsewhere. */
export const isEmailDomain = (text: string): boolean => text.includes(".") && isEmailAddress(`a@${text}`);

const localPart = /^(?!\.)(?!.*\.\.)(?!.*\.$)[\p{L}\p{N}\p{M}.!#$%&'*+/=?^_`{|}~-]+$/u;
const label = /^(?!-)[\p{L}\p{N}\p{M}-]{1,63}(?<!-)$/u;

export const EmailAddress = trimmed()
  .refine(isEmailAddress, {
    error: ({ input }) => `Expected an email address, like ana@school.example.${adviceOnInvisible(input)}`,
  })
  .transform((email) => email.normalize("NFC"));

/** An address as its owner recognizes it and others do not learn it: `a…@school.example`. */
export function maskedAddress(email: string): string {
  const at = email.lastIndexOf("@");
  return `${/^./u.exec(email)?.[0] ?? ""}…${email.slice(at)}`;
}
