import { type Sql, sql } from "#database/sql.ts";
import type { Context } from "#domain/platform/context.ts";
import { termOf } from "#domain/platform/search/search-terms.ts";
import { tokensOf } from "#lib/search-tokens.ts";
import { withoutStopWords } from "#lib/stop-words.ts";
import { withoutTypingError } from "#lib/typing-errors.ts";
import { itemKinds, type ItemKind, sources } from "./item-kinds.ts";

/** Words of a question that are searched. */
const maxWords = 20;
/** Words that no item has, searched with their typing errors. */
const maxCorrected = 3;
/** Candidates per kind, which are ranked together. */
const maxCandidates = 50;

export interface Similar {
  kind: ItemKind;
  id: string;
  title: string;
  segment: string;
  weight: number;
  /** Number of matched words. */
  matches: number;
}

/** The significant words of a query, in the form in which they are indexed. */
export const wordsOf = (query: string): readonly string[] => withoutStopWords(tokensOf(query)).slice(0, maxWords);

/**
 * Finds items that have some of the words, best first. Words that no item has are searched with every typing error
 * that turns one word into another: these are lookups in the index of terms, which begin with the site, so that the
 * cost does not grow with the catalog. Trigrams would need an extension that managed servers may not offer.
 */
export async function similarItems(context: Context, query: string, kinds: readonly ItemKind[]): Promise<Similar[]> {
  const words = wordsOf(query);
  if (words.length === 0) return [];
  const exact = words.map((word) => [word]);
  const found = await candidates(context, exact, kinds);
  const isKnown = words.map((_word, index) => found.some(({ mask }) => (mask & (1 << index)) !== 0));
  const corrected = words
    .filter((_word, index) => !isKnown[index])
    .map(withoutTypingError)
    .filter((variants) => variants.length > 0)
    .slice(0, maxCorrected);
  const groups = [...exact.filter((_group, index) => isKnown[index]), ...corrected];
  const all = corrected.length > 0 ? await candidates(context, groups, kinds) : found;
  return all
    .map(({ mask, ...item }) => ({ ...item, matches: bitsIn(mask) }))
    .toSorted(
      (one, other) =>
        other.matches - one.matches ||
        itemKinds.indexOf(one.kind) - itemKinds.indexOf(other.kind) ||
        other.weight - one.weight,
    );
}

const sum = (parts: readonly Sql[]): Sql => parts.reduce((left, right) => sql`${left} + ${right}`);

type Candidate = Omit<Similar, "matches"> & { mask: number };

const candidates = async (
  context: Context,
  groups: readonly (readonly string[])[],
  kinds: readonly ItemKind[],
): Promise<Candidate[]> =>
  groups.length === 0 ? [] : (await Promise.all(kinds.map((kind) => candidatesOf(context, groups, kind)))).flat();

/** Items with a term of any group. Bit n of the mask: the item has a term of group n. */
async function candidatesOf(
  { db, site, now }: Context,
  groups: readonly (readonly string[])[],
  kind: ItemKind,
): Promise<Candidate[]> {
  const { table, title, segment, weight, isListed } = sources[kind];
  const termsOf = (words: readonly string[]) => words.map((word) => termOf(site, word));
  const has = (words: readonly string[]): Sql => sql`(${table}.search_terms && ${termsOf(words)}::text[])::integer`;
  const mask = sum(groups.map((words, index) => sql`${has(words)} * ${1 << index}::integer`));
  const found = await db.many<Omit<Candidate, "kind">>`
    select ${table}.id, ${title} as title, ${segment} as segment, ${weight} as weight, ${mask} as mask from ${table}
     where ${table}.site_id = ${site.id} and ${table}.search_terms && ${termsOf(groups.flat())}::text[]
       and ${isListed(now)}
     order by ${sum(groups.map(has))} desc, ${weight} desc, ${table}.id desc limit ${maxCandidates}`;
  return found.map((item) => ({ ...item, kind }));
}

const bitsIn = (mask: number): number => [...mask.toString(2)].filter((bit) => bit === "1").length;
