import type { Site } from "#domain/platform/site/site.ts";
import { nameInMail } from "#lib/text/name-in-mail.ts";
import type { Mail } from "./mail.ts";
import { emailAsHtml, type EmailParts } from "./email-html.ts";
import { type EmailKind, emailTextsIn, type MailLocale } from "./text/catalogue.ts";
import type { EmailText } from "./text/email-text.ts";

/** An email before its text is generated. */
export interface Email {
  kind: EmailKind;
  /** Target of the button. */
  link?: string;
  /** An address that the text mentions. */
  email?: string;
  /** Digits that the text mentions. */
  digits?: string;
  /** True if the request came from a browser that the recipient has used: other sites do not limit it. */
  isExpected?: boolean;
  /** Custom text from the site's operators. */
  message?: string | undefined;
  /** The name of the person who gives something. */
  giver?: string;
  /** The order that the text mentions, in the language of the recipient. */
  order?: { number: string; items: string; total: string; until: string };
}

/** Kinds of emails that one person can cause to be sent to another. */
const requestedKinds: Partial<Record<EmailKind, Mail["purpose"]>> = {
  signUp: "sign_up",
  join: "sign_up",
  alreadyMember: "sign_up",
  claim: "set_password",
  setPassword: "set_password",
  signInCode: "sign_in",
  verifyEmail: "verify_email",
  changeEmail: "change_email",
  emailTaken: "change_email",
  invitation: "invitation",
  verifySender: "verify_sender",
  mergeMember: "member_merge",
  mergeOwn: "member_merge",
  guestInstructions: "purchase",
  redeemed: "purchase",
};

export const purposeOf = ({ kind, isExpected }: Email): Mail["purpose"] =>
  isExpected === true ? undefined : requestedKinds[kind];

/** Composes an email in one language: plain text and the equivalent HTML. */
export function compose({ kind, link, email, digits, message, giver, order }: Email, site: Site, locale: MailLocale) {
  const letter: EmailText = emailTextsIn(locale)[kind];
  const values: Record<string, string> = {
    site: nameOf(site),
    email: email ?? "",
    digits: digits ?? "",
    message: oneLine(message ?? ""),
    giver: giver === undefined ? "" : nameInMail(giver, nameOf(site)),
    number: order?.number ?? "",
    items: oneLine(order?.items ?? ""),
    total: order?.total ?? "",
    until: order?.until ?? "",
  };
  const quotedMessage = message === undefined || letter.message === undefined ? [] : [letter.message];
  const fill = (text: string) =>
    text.replaceAll(
      /\{(site|email|digits|message|giver|number|items|total|until)\}/g,
      (_, name: string) => values[name] ?? "",
    );
  const parts: EmailParts = {
    subject: fill(letter.subject),
    before: [...letter.before, ...quotedMessage].map(fill),
    action: link === undefined || letter.action === "" ? undefined : { label: fill(letter.action), link },
    after: letter.after.map(fill),
    sender: { name: nameOf(site), origin: site.origin },
  };
  return render(parts, locale);
}

export const render = (parts: EmailParts, locale: MailLocale) => ({
  subject: parts.subject,
  text: asText(parts),
  html: emailAsHtml(parts, locale),
});

/** The site's name for emails: without links and header injection. */
export const nameOf = ({ name, origin }: Site): string => nameInMail(name, new URL(origin).hostname);

/** Prevents header and line injection through user-chosen names. */
export const oneLine = (text: string): string => text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ").trim();

function asText({ before, body, action, after, choices = [], sender }: EmailParts): string {
  const middle = action ? [`${action.label}:\n${action.link}`] : [];
  const below = choices.map(({ label, link }) => `${label}:\n${link}`);
  // Signature separator, RFC 3676 §4.3.
  const written = body ? [body.text] : [];
  return `${[...before, ...written, ...middle, ...after, ...below, `-- \n${sender.name}\n${sender.origin}`].join("\n\n")}\n`;
}
