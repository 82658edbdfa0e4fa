import type pg from "pg";
import { copyRows } from "../copy.ts";
import type { ResultTable } from "./result-tables.ts";
import type { Result } from "./results.ts";

/**
 * Slow path: finds enrollments under any id. Skips results without an enrollment, and results for which the site has
 * others. Returns the number of new rows.
 */
export async function mergeResults(
  client: pg.ClientBase,
  siteId: string,
  { name, columns, rowOf }: ResultTable,
  results: readonly Result[],
  now: Date,
): Promise<number> {
  const staged = `staged_${name}`;
  await client.query(`create temporary table ${staged} (like ${name} including defaults) on commit drop`);
  await copyRows(
    client,
    `${staged} (${columns.join(", ")})`,
    results.map((result) => rowOf(siteId, result, now)),
  );
  const values = columns.map((column) => (column === "student_id" ? "enrollments.student_id" : `staged.${column}`));
  const { rowCount } = await client.query(
    `insert into ${name} (${columns.join(", ")})
     select ${values.join(", ")}
       from ${staged} as staged
       join enrollments on enrollments.site_id = $1 and enrollments.id = staged.enrollment_id
     on conflict do nothing`,
    [siteId],
  );
  return rowCount ?? 0;
}
