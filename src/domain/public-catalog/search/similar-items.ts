import { type Sql, sql } from "#database/statements/sql.ts";
import { tableNamed } from "#database/table/table.ts";
import type { Context } from "#domain/platform/context.ts";
import { rowsWithTerms } from "#domain/platform/listing/matching-rows.ts";
import { termOf } from "#domain/platform/search/search-terms.ts";
import { tokensOf } from "#lib/text/search-tokens.ts";
import { withoutStopWords } from "#lib/text/stop-words.ts";
import { withoutTypingError } from "#lib/text/typing-errors.ts";
import { itemKinds, type ItemKind, sources } from "./item-kinds.ts";
import { inIndexOrder } from "#database/statements/statement.ts";
import { pause } from "#lib/event-loop/pause.ts";

/** Words of a query that items must have. */
const maxWords = 20;
/** Words of a question that are searched one by one. */
const maxSearched = 12;
/** Words that no item has, searched with their typing errors. */
const maxCorrected = 3;
/** Similar words that replace one word. */
const maxReplacements = 10;
/** Candidates per kind and word, which are ranked together. */
const maxCandidates = 30;
/** Items per kind and word from which the candidates are chosen. */
const maxSorted = 1000;

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

/** Finds items that have some of the words, best first. A word that no item has is replaced by similar words of titles. */
export async function similarItems(context: Context, query: string, kinds: readonly ItemKind[]): Promise<Similar[]> {
  const exact = wordsOf(query)
    .slice(0, maxSearched)
    .map((word) => [word]);
  const found = await candidates(context, exact, kinds);
  const isKnown = exact.map((_word, index) => found.some(({ mask }) => (mask & (1 << index)) !== 0));
  const unknown = exact.flat().filter((_word, index) => !isKnown[index]);
  const corrected = await similarWords(context, unknown, kinds);
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

/** Returns the words of titles that one typing error turns into each word, for words that have any. */
async function similarWords(
  context: Context,
  unmatchedWords: readonly string[],
  kinds: readonly ItemKind[],
): Promise<readonly (readonly string[])[]> {
  const variants = unmatchedWords
    .map(withoutTypingError)
    .filter(({ length }) => length > 0)
    .slice(0, maxCorrected);
  if (variants.length === 0) return [];
  const titles = (await Promise.all(kinds.map((kind) => titlesOf(context, kind)))).flat();
  const found = await beginningsIn(titles, new Set(variants.flat()));
  return variants
    .map((each) => each.filter((word) => found.has(word)).slice(0, maxReplacements))
    .filter(({ length }) => length > 0);
}

const sum = (parts: readonly Sql[]): Sql => parts.reduce((left, right) => sql`${left} + ${right}`);

const union = (parts: readonly Sql[]): Sql => parts.reduce((left, right) => sql`${left} union ${right}`);

type Candidate = Omit<Similar, "matches"> & { mask: number };

const candidates = async (
  context: Context,
  groups: readonly (readonly string[])[],
  kinds: readonly ItemKind[],
): Promise<Candidate[]> =>
  groups.length === 0 ? [] : (await Promise.all(kinds.map((kind) => candidatesOf(context, groups, kind)))).flat();

/**
 * The first items of each group, which have one of its terms, of up to `maxSorted` items. Bit n of the mask: the item
 * has a term of group n. The mask reads all terms of an item, so that it is computed for these items only.
 */
async function candidatesOf(
  { db, site, now }: Context,
  groups: readonly (readonly string[])[],
  kind: ItemKind,
): Promise<Candidate[]> {
  const { table, title, segment, weight, isListed } = sources[kind];
  const termsOf = (words: readonly string[]) => words.map((word) => termOf(site, word));
  const has = (words: readonly string[]): Sql => sql`(${table}.search_terms && ${termsOf(words)}::text[])::integer`;
  const mask = sum(groups.map((words, index) => sql`${has(words)} * ${1 << index}::integer`));
  const first = groups.map(
    (words) => sql`
      (select found.id from
         (select ${table}.id, ${weight} as weight
            from ${rowsWithTerms(table, sql`${table}.search_terms && ${termsOf(words)}::text[]`)}
           where ${table}.site_id = ${site.id} and ${isListed(now)} limit ${maxSorted}) as found
        order by found.weight desc, found.id desc limit ${maxCandidates})`,
  );
  const keys = sql`(select distinct id as requested_key from (${union(first)}) as firsts) as requested`;
  const found = await db.many<Omit<Candidate, "kind">>`
    select ${table}.id, ${title} as title, ${segment} as segment, ${weight} as weight, ${mask} as mask
      from ${tableNamed(table).withKeys(site.id, sql`${table}.id`, keys)}
     order by ${weight} desc, ${table}.id desc`;
  return found.map((item) => ({ ...item, kind }));
}

const bitsIn = (mask: number): number => [...mask.toString(2)].filter((bit) => bit === "1").length;

/** Newest items per kind whose titles are read. */
const maxTitles = 1000;

/**
 * Titles of a kind, newest first. A typing error has hundreds of possible corrections. To look up each of them in the
 * terms of all items takes PostgreSQL a minute in a large school, because it compares each correction with each term. To
 * look up one after the other takes as long while the index has entries that are not merged yet, because each look-up
 * reads all of them.
 */
async function titlesOf({ db, site, now }: Context, kind: ItemKind): Promise<string[]> {
  const { table, title, isListed } = sources[kind];
  const rows = await db.many<{ title: string }>`
    ${inIndexOrder} select ${title} as title from ${table}
     where ${table}.site_id = ${site.id} and ${isListed(now)} order by ${table}.id desc limit ${maxTitles}`;
  return rows.map((row) => row.title);
}

/** Returns the sought words that begin a word of a title. */
async function beginningsIn(titles: readonly string[], sought: ReadonlySet<string>): Promise<ReadonlySet<string>> {
  const beginnings = new Set<string>();
  for (const title of titles) {
    for (const word of tokensOf(title)) {
      let beginning = "";
      for (const letter of word) {
        beginning += letter;
        if (sought.has(beginning)) beginnings.add(beginning);
      }
    }
    const turn = pause();
    if (turn) await turn;
  }
  return beginnings;
}
