import { validationFailed } from "#domain/platform/problem.ts";
import { plainText } from "#lib/text/plain-text.ts";

/**
 * Converts a rendered text for emails: addresses of the site become absolute, and pictures become their descriptions,
 * because no email of the school loads anything (docs/decisions/0064).
 */
export const htmlForMail = (html: string, origin: string): string =>
  html
    .replaceAll(/<img\b[^<>]*>/g, (image) => /\balt="([^"]*)"/.exec(image)?.[1] ?? "")
    .replaceAll(/\b(href|src)="\/(?!\/)/g, (_, name: string) => `${name}="${origin}/`);

/** Bytes. Mail programs cut longer emails off, with the link to unsubscribe at their end. */
const maxMail = 100_000;

/** Bytes of an email around the text: the name of the school, and links to manage such emails. */
const frame = 4000;

/** Returns a rendered text for emails. Throws if the email would be too long. */
export function requireMailHtml(html: string, origin: string): string {
  const text = htmlForMail(html, origin);
  const size = Buffer.byteLength(text);
  if (size <= maxMail - frame) return text;
  throw validationFailed(
    "/bodyMarkdown",
    "too_long",
    `The email of this text has ${Math.ceil((size + frame) / 1000)} kB, and mail programs show at most ${maxMail / 1000} kB. Shorten the text, or use fewer links and less formatting.`,
  );
}

/** Maximum characters of a notification in the inbox. */
const maxInInbox = 2000;

/** Returns the paragraphs of a rendered text, without formatting, for the inbox. */
export function textForInbox(html: string): string {
  const text = html
    .split(/<\/(?:p|h[1-6]|li|tr|pre|blockquote)>/)
    .map(plainText)
    .filter((paragraph) => paragraph !== "")
    .join("\n\n");
  return text.length <= maxInInbox
    ? text
    : `${text
        .slice(0, maxInInbox - 1)
        .toWellFormed()
        .replace(/\uFFFD$/, "")}…`;
}
