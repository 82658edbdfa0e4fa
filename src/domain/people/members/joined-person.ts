import { type Sql, sql } from "#database/sql.ts";

/**
 * Whoever `member_id` of a table's rows names, as `person`: one look for each row, where two columns would be two. With
 * `offset 0` that is how it is done whatever the planner thinks of the tables, and in the order of the rows. Beside it
 * the table's own columns need no name before them.
 */
export const personOf = (table: Sql): Sql => sql`
  left join lateral (
    select members.email, members.name from members
     where members.site_id = ${table}.site_id and members.id = ${table}.member_id
    offset 0
  ) as person on true`;
