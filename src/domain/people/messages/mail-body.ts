import { plainText } from "#lib/text/plain-text.ts";

/**
 * Converts a rendered text for emails: addresses of the site become absolute, and pictures become their descriptions,
 * because no email of the school loads anything (docs/decisions/0064).
 */
export const htmlForMail = (html: string, origin: string): string =>
  html
    .replaceAll(/<img\b[^<>]*>/g, (image) => /\balt="([^"]*)"/.exec(image)?.[1] ?? "")
    .replaceAll(/\b(href|src)="\/(?!\/)/g, (_, name: string) => `${name}="${origin}/`);

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
