import { identifier, type Sql, sql } from "#database/statements/sql.ts";
import type { SiteScope } from "#domain/platform/context.ts";
import type { Owner } from "#domain/platform/declared-table.ts";

/** Returns the SQL condition that a row belongs to the member. */
export function ownedBy({ site }: Pick<SiteScope, "site">, { column, through }: Owner, memberId: string): Sql {
  const name = identifier(column);
  switch (through) {
    case undefined:
      return sql`${name} = ${memberId}`;
    case "enrollments":
      return sql`${name} in (
        select id from enrollments where site_id = ${site.id} and student_id = ${memberId})`;
    case "orders":
      return sql`${name} in (select id from orders where site_id = ${site.id} and member_id = ${memberId})`;
    case "grants":
      return sql`${name} in (select id from grants where site_id = ${site.id} and member_id = ${memberId})`;
    default:
      return through satisfies never;
  }
}
