import { inIndexOrder } from "#database/statements/statement.ts";
import type { Context } from "#domain/platform/context.ts";
import { pause } from "#lib/event-loop/pause.ts";
import { tokensOf } from "#lib/text/search-tokens.ts";
import { type ItemKind, sources } from "./item-kinds.ts";

/** Newest items per kind whose titles are read. */
const maxTitles = 1000;

/**
 * Titles of a kind, newest first. A typing error has hundreds of possible corrections. To look up each of them in the
 * terms of all items takes PostgreSQL a minute in a large school, because it compares each correction with each term. To
 * look up one after the other takes as long while the index has entries that are not merged yet, because each look-up
 * reads all of them.
 */
export async function titlesOf({ db, site, now }: Context, kind: ItemKind): Promise<string[]> {
  const { table, title, isListed } = sources[kind];
  const rows = await db.many<{ title: string }>`
    ${inIndexOrder} select ${title} as title from ${table}
     where ${table}.site_id = ${site.id} and ${isListed(now)} order by ${table}.id desc limit ${maxTitles}`;
  return rows.map((row) => row.title);
}

/** Returns the sought words that begin a word of a title. */
export async function beginningsIn(
  titles: readonly string[],
  sought: ReadonlySet<string>,
): Promise<ReadonlySet<string>> {
  const found = new Set<string>();
  for (const title of titles) {
    for (const word of tokensOf(title)) {
      let beginning = "";
      for (const letter of word) {
        beginning += letter;
        if (sought.has(beginning)) found.add(beginning);
      }
    }
    const turn = pause();
    if (turn) await turn;
  }
  return found;
}
