import * as engine from "#lib/markdown/engine.ts";
import { cut } from "../truncate.ts";

/** Returns all texts of HTML, without scripts, styles and marks of formulas. */
export const textOfHtml = (source: string): string =>
  engine.textOfHtml(source).replaceAll(/\[\/?mathjax(inline)?\]/g, " ");

/** Returns all texts within a value. */
export function textsWithin(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsWithin) : [];
}

const maxListed = 30;

/** Bounds the time: each search reads the whole text. */
const maxSearched = 1000;

/**
 * Returns the words of a source that are in none of the converted texts, as a list for a person; undefined if none are
 * missing. Words are searched in the whole text, because elements that are removed can join them.
 */
export function lostWords(source: string, kept: string): string | undefined {
  const words = wordsOf(kept);
  const distinctWords = new Set(words);
  const joined = words.join("");
  const absent = [...new Set(wordsOf(source))].filter((word) => !distinctWords.has(word));
  const lost = absent.filter((word, index) => index >= maxSearched || !joined.includes(word));
  if (lost.length === 0) return undefined;
  const listed = lost.slice(0, maxListed).map((word) => cut(word, 100));
  return `${listed.join(", ")}${lost.length > maxListed ? ` and ${lost.length - maxListed} more` : ""}`;
}

const wordsOf = (text: string): string[] =>
  text
    .normalize("NFKC")
    .toLowerCase()
    .match(/[\p{L}\p{M}\p{N}]{2,}/gu) ?? [];
