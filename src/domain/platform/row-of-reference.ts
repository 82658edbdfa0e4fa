import { type Sql, sql } from "#database/sql.ts";
import { followsIndex } from "#database/statement.ts";
import type { Reference } from "./fields.ts";

/**
 * Returns the row with this ID or slug, under the table's name. A row with the ID may be deleted: the statement checks
 * that. Reads one row in any state of planner statistics.
 */
export const rowOfReference = (table: Sql, siteId: string, reference: Reference): Sql =>
  "id" in reference
    ? sql`(select * from ${table} where site_id = ${siteId} and id = ${reference.id} offset 0) as ${table}`
    : rowBySlug(table, siteId, reference.slug);

/**
 * Returns the present row with this slug, under the table's name. As the first one of a list in the order of slugs,
 * whose index the planner then has to use. For `slug = $1 and deleted_at is null`, every other partial index of the site
 * looks as good without statistics, and its scan reads the whole site.
 */
export const rowBySlug = (table: Sql, siteId: string, slug: string): Sql => sql`
  ${followsIndex} (
    select * from (
      select * from ${table} where site_id = ${siteId} and slug >= ${slug} and deleted_at is null order by slug limit 1
    ) as ${table} where slug = ${slug} offset 0
  ) as ${table}`;
