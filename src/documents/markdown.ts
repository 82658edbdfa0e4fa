import type * as z from "zod";
import type { PublicInstallments } from "#domain/public-catalog/courses/public-course.ts";
import { decimalAmount } from "#lib/text/format-money.ts";
import { typedKeys } from "#lib/json/typed-object.ts";
import type { DocumentText } from "./text/document-text.ts";
import { plain } from "./plain-markdown.ts";
import { intervalOf } from "./text/kinds.ts";

/** Escapes and shortens text to what helps to choose. */
export const brief = (text: string): string => {
  const line = text.replaceAll(/\s+/g, " ").trim();
  const short =
    line.length > maxLineLength
      ? `${line.slice(0, line.lastIndexOf(" ", maxLineLength) + 1 || maxLineLength).trim()}…`
      : line;
  return plain(short);
};

const maxLineLength = 140;

/** `- Level: beginner`, one line per known value. */
export const facts = (text: DocumentText, known: Known): string =>
  typedKeys(known)
    .flatMap((name) => (known[name] ? [`- ${text.fact(text.facts[name], known[name])}`] : []))
    .join("\n");

type Known = Partial<Record<keyof DocumentText["facts"], string | null | undefined | false>>;

/** A section with its heading; empty without content. */
export const part = (heading: string, content: string): string =>
  content.trim() === "" ? "" : `\n## ${heading}\n\n${content.trim()}\n`;

export const bullets = (lines: readonly string[]): string => lines.map((line) => `- ${line}`).join("\n");

/** Formats an amount in minor units: `USD 19.99`. */
export const money = (price: { amount: number; currency: string }): string =>
  `${price.currency} ${decimalAmount(price)}`;

export const priceOf = (text: DocumentText, price: { amount: number; currency: string } | null): string =>
  price ? money(price) : text.free;

/** A price that opens its checkout, if it has one. */
export function linkedPrice(
  text: DocumentText,
  price: { amount: number; currency: string } | null,
  { checkoutUrl, note = "" }: { checkoutUrl: string | null; note?: string },
): string {
  const label = `${priceOf(text, price)}${note}`;
  return checkoutUrl === null ? label : `[${label}](${checkoutUrl})`;
}

/** ` (3 × 14.00, every month)`, after the whole price. Empty without installments. */
export function paymentsOf(text: DocumentText, installments: z.output<typeof PublicInstallments>): string {
  const interval = intervalOf(installments?.interval ?? null);
  if (!installments?.payment || !interval) return "";
  return ` ${text.payments(installments.count, decimalAmount(installments.payment), text.every(interval, 1))}`;
}

export const names = (people: readonly { name: string }[]): string => people.map(({ name }) => plain(name)).join(", ");
