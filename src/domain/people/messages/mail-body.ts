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

/** Mail programs cut longer emails off, with the link to unsubscribe at their end. */
const maxMailBytes = 100_000;

/** The text around a message: the name of the school, and links to manage such emails. */
const frameBytes = 4000;

/** Returns a rendered text for emails. Throws if the email would be too long. */
export function requireMailHtml(html: string, origin: string): string {
  const text = htmlForMail(html, origin);
  const size = Buffer.byteLength(text);
  if (size <= maxMailBytes - frameBytes) return text;
  throw validationFailed(
    "/bodyMarkdown",
    "too_long",
    `The email of this text has ${Math.ceil((size + frameBytes) / 1000)} kB, and mail programs show at most ${maxMailBytes / 1000} kB. Shorten the text, or use fewer links and less formatting.`,
  );
}

const maxInboxCharacters = 2000;

/** Returns the paragraphs of a rendered text, without formatting, for the inbox. */
export function textForInbox(html: string): string {
  const text = html
    .split(/<\/(?:p|h[1-6]|li|tr|pre|blockquote)>/)
    .map(plainText)
    .filter((paragraph) => paragraph !== "")
    .join("\n\n");
  return text.length <= maxInboxCharacters
    ? text
    : `${text
        .slice(0, maxInboxCharacters - 1)
        .toWellFormed()
        .replace(/\uFFFD$/, "")}…`;
}
