import type { Site } from "#domain/platform/site/site.ts";
import { tokensOf, indexTermsOf } from "#lib/text/search-tokens.ts";

/**
 * Version of the rules by which rows are indexed (`lib/text/search-folding.ts` and `lib/text/search-tokens.ts`). Raise it when
 * they change: the first start of the new version indexes all sites again.
 */
export const searchVersion = 2;

/**
 * Builds the `search_terms` of a row from its searchable texts. Each term starts with the site: a GIN index has no
 * second column, and the cost of a search must not grow with the number of sites.
 */
export const searchTermsFor = (
  site: Site,
  texts: readonly (string | null | undefined)[],
  tags: readonly string[] = [],
): string[] => [...tagTermsOf(site, tags), ...wordTermsOf(site, texts)];

/** Terms for whole tags, indexed like words. */
export const tagTermsOf = (site: Site, tags: readonly string[]): string[] => tags.map((tag) => termOf(site, `#${tag}`));

/** Terms of texts only. */
export const wordTermsOf = (site: Pick<Site, "id">, texts: readonly (string | null | undefined)[]): string[] =>
  indexTermsOf(
    texts
      .filter((text) => text)
      .join("\n")
      .slice(0, maxTextLength),
    maxTerms,
  ).map((term) => termOf(site, term));

/** Terms that a row must contain to match. A query without words matches no rows. */
export function searchTermsOf(site: Site, q: string): string[] {
  const sought = tokensOf(q).slice(0, 20);
  return (sought.length > 0 ? sought : ["\u0001"]).map((term) => termOf(site, term));
}

const maxTextLength = 20_000;
const maxTerms = 3000;

/**
 * Prefixes a term with the random end of the site's id. Sixteen million sites share no list, and a collision only
 * costs a comparison. Terms that are neither words nor tags must not start with a letter, a digit or `#`.
 */
export const termOf = ({ id }: Pick<Site, "id">, term: string): string => `${id.slice(-6)}${term}`;
