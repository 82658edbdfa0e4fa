import { type Sql, sql } from "#database/statements/sql.ts";

/**
 * Lateral join of the row's `member_id` to its member, as `person`: one lookup per row for all columns. `offset 0`
 * keeps the planner from flattening it, so lookups happen in row order. The table's columns stay unambiguous without
 * a prefix.
 */
export const personOf = (table: Sql): Sql => sql`
  left join lateral (
    select members.email, members.name from members
     where members.site_id = ${table}.site_id and members.id = ${table}.member_id
    offset 0
  ) as person on true`;
