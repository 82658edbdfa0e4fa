import { sql } from "#database/statements/sql.ts";
import { inIndexOrder } from "#database/statements/statement.ts";
import type { Context } from "#domain/platform/context.ts";
import { rowsWithTerms } from "#domain/platform/listing/matching-rows.ts";
import { searchTermsOf } from "#domain/platform/search/search-terms.ts";
import { type ItemKind, sources } from "./item-kinds.ts";
import { wordsOf } from "./similar-items.ts";

/** Items that a search reads to sort them. A search that finds more reads them in their order, by an index. */
const maxSorted = 1000;

interface Found {
  id: string;
  title: string;
  segment: string;
  weight: number;
}

export type FoundItem = Found & { kind: ItemKind };

/** The last item of a page of search results. */
export interface SearchPosition {
  kind: ItemKind;
  weight: number;
  id: string;
}

/**
 * Returns the first items of a kind that have all words of the query, after an item. The number of rows that it reads
 * does not depend on planner statistics.
 */
export async function itemsWithWords(
  context: Context,
  kind: ItemKind,
  query: string,
  limit: number,
  after: SearchPosition | undefined,
): Promise<FoundItem[]> {
  const { db, site, now } = context;
  const { table, title, segment, weight, isNewestFirst, isListed } = sources[kind];
  const terms = sql`${table}.search_terms @> ${searchTermsOf(site, wordsOf(query).join(" "))}::text[]`;
  const columns = sql`${table}.id, ${title} as title, ${segment} as segment, ${weight} as weight`;
  const isBeyond = after
    ? isNewestFirst
      ? sql`${table}.id < ${after.id}::uuid`
      : sql`(${weight}, ${table}.id) < (${after.weight}::integer, ${after.id}::uuid)`
    : sql`true`;
  const matches = sql`${table}.site_id = ${site.id} and ${isListed(now)} and ${isBeyond}`;
  const inOrder = sql`order by found.weight desc, found.id desc limit ${limit}`;

  const few = await db.many<Found & { matches: number }>`
    select found.*, count(*) over ()::integer as matches
      from (select ${columns} from ${rowsWithTerms(table, terms)} where ${matches} limit ${maxSorted + 1}) as found
     ${inOrder}`;
  const [first] = few;
  const found =
    first === undefined || first.matches <= maxSorted
      ? few.map(({ matches: _count, ...item }) => item)
      : await db.many<Found>`
          ${inIndexOrder} select ${columns} from ${table}
           where ${matches} and ${terms}
           order by ${isNewestFirst ? sql`${table}.id desc` : sql`${weight} desc, ${table}.id desc`} limit ${limit}`;
  return found.map((item) => ({ ...item, kind }));
}
