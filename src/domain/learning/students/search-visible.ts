import { type Sql, sql } from "#database/statements/sql.ts";
import type { Context } from "#domain/platform/context.ts";
import { isConfined } from "#domain/platform/is-confined.ts";
import { foldingInSql, spellingsInSql } from "#domain/platform/search/folding-in-sql.ts";
import { tokensOf } from "#lib/text/search-tokens.ts";
import { seesEmail } from "./visible-fields.ts";

/**
 * SQL search condition for callers confined to own courses; undefined for others. `search_terms` also contain phone
 * numbers, external ids and tags, so this search reads the visible fields instead: each query word must begin a word
 * there. The rows are limited to the caller's students, so it needs no index.
 */
export function searchVisible(context: Context, q: string): Sql | undefined {
  if (!isConfined(context)) return undefined;
  const tokens = tokensOf(q);
  if (tokens.length === 0) return sql`false`;
  const visible = seesEmail(context)
    ? sql`concat_ws(' ', members.name, members.email)`
    : sql`coalesce(members.name, '')`;
  // Scripts without spaces match by character pairs at any position.
  return sql`not exists (select from unnest(${tokens}::text[]) as word
                          where case when word ~ '^[a-z0-9]' then ${spellingsInSql(visible)} !~ ('(^|[^[:alnum:]])' || word)
                                     else strpos(${foldingInSql(visible)}, word) = 0 end)`;
}
