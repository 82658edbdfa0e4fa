import type pg from "pg";
import { inArrays } from "./in-arrays.ts";
import { maxMerged } from "./max-merged.ts";
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
  const names = Object.keys(columns);
  const values = names.map((column) => (column === "student_id" ? "enrollments.student_id" : `requested.${column}`));
  const types = Object.entries(columns).map(([column, type]) => `${column} ${type}`);
  let inserted = 0;
  for await (const some of inArrays(results, maxMerged)) {
    const requested = some.map((result) => {
      const row = rowOf(siteId, result, now);
      return Object.fromEntries(names.map((column, index) => [column, row[index]]));
    });
    const { rows } = await client.query(
      `insert into ${name} (${names.join(", ")})
       select ${values.join(", ")}
         from jsonb_to_recordset($2) as requested (${types.join(", ")})
         join enrollments on enrollments.site_id = $1 and enrollments.id = requested.enrollment_id
       on conflict do nothing
       returning id`,
      [siteId, JSON.stringify(requested)],
    );
    inserted += rows.length;
  }
  return inserted;
}
