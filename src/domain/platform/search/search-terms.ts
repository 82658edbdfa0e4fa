import type { SiteScope } from "#domain/platform/context.ts";
import { wordsSought, wordsToFind } from "#lib/search-words.ts";

/**
 * The column `search_terms` of a row, from the texts that people look for it by. Each term begins with the site: an
 * index over lists of words knows no second column, and a search must not grow with the number of sites.
 */
export const searchTermsFor = (
  site: SiteScope["site"],
  texts: readonly (string | null | undefined)[],
  tags: readonly string[] = [],
): string[] => [...tagTermsOf(site, tags), ...wordTermsOf(site, texts)];

/** A tag as a whole, by which rows are found as quickly as by their words. */
export const tagTermsOf = (site: SiteScope["site"], tags: readonly string[]): string[] =>
  tags.map((tag) => termOf(site, `#${tag}`));

/** Of texts alone. */
export const wordTermsOf = (
  site: Pick<SiteScope["site"], "id">,
  texts: readonly (string | null | undefined)[],
): string[] =>
  wordsToFind(
    texts
      .filter((text) => text)
      .join("\n")
      .slice(0, longestText),
    mostTerms,
  ).map((term) => termOf(site, term));

/** What a row must have to answer a search; one that says nothing is answered by nothing. */
export function searchTermsOf(site: SiteScope["site"], q: string): string[] {
  const sought = wordsSought(q).slice(0, 20);
  return (sought.length > 0 ? sought : ["\u0001"]).map((term) => termOf(site, term));
}

const longestText = 20_000;
const mostTerms = 3000;

/**
 * A term of the site alone: with the random end of its id sixteen million sites share no list, and a clash only costs a
 * comparison. One that is no word and no tag begins with another sign than a letter, a digit or `#`.
 */
export const termOf = ({ id }: Pick<SiteScope["site"], "id">, term: string): string => `${id.slice(-6)}${term}`;
