import { parseMailAddress, parseSmtpUrl } from "./setting-values.ts";

export const contactSettings = {
  SMTP_URL: {
    meaning: "SMTP server for outgoing email. Without it, people cannot sign up or reset their passwords",
    default: "none: no email (development: shown at /dev/mail)",
    allowed: "smtp://… or smtps://… with a host, and with user and password if required",
  },
  LECTERN_MAIL_FROM: {
    meaning: "Sender address of emails; the sender name is the site's",
    default: "no-reply@ and the site's host",
    allowed: "an email address",
  },
  LECTERN_SECURITY_CONTACT: {
    meaning: "Where to report vulnerabilities of this installation, in /.well-known/security.txt (RFC 9116)",
    default: "none: no security.txt",
    allowed: "up to five addresses that start with mailto: or https://, separated by commas, the preferred one first",
  },
} as const;

/** Addresses by which people and the installation reach each other. */
export interface ContactConfig {
  /** Undefined: development keeps mail at /dev/mail, otherwise no mail is sent. */
  smtpUrl: string | undefined;
  /** Undefined: an address at the host of the mail's site. */
  mailFrom: string | undefined;
  /** Addresses of `mailto:` and `https:`, the preferred one first. Empty: none is published. */
  securityContacts: readonly string[];
}

type Read = <Value>(
  name: keyof typeof contactSettings,
  parse: (text: string) => Value | undefined,
) => Value | undefined;

export const readContactSettings = (read: Read): ContactConfig => ({
  smtpUrl: read("SMTP_URL", parseSmtpUrl),
  mailFrom: read("LECTERN_MAIL_FROM", parseMailAddress),
  securityContacts: Object.freeze(read("LECTERN_SECURITY_CONTACT", parseContacts) ?? []),
});

const maxContacts = 5;

function parseContacts(text: string): string[] | undefined {
  const contacts = text.split(",").map((contact) => contact.trim());
  return contacts.length <= maxContacts && contacts.every(isContact) ? contacts : undefined;
}

/** Each becomes a line of a text: no spaces and no control characters. */
function isContact(contact: string): boolean {
  if (!/^[!-~]{1,300}$/.test(contact)) return false;
  if (contact.startsWith("mailto:")) return parseMailAddress(contact.slice("mailto:".length)) !== undefined;
  return contact.startsWith("https://") && URL.canParse(contact);
}
