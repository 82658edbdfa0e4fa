import type { Queries } from "#database/database.ts";
import { identifier, type Sql } from "#database/sql.ts";
import { batch } from "#domain/platform/queue/in-batches.ts";

interface Found {
  siteId: string;
  key: string | Buffer;
}

/** Rows of one site that are due, by their key. */
interface DueRows {
  siteId: string;
  keys: readonly (string | Buffer)[];
}

/** Rows of a table that are due at any site. `column`: the key besides `site_id`. */
interface Kind {
  table: string;
  column: "id" | "digest";
  /** Condition on the columns of the table, which has an index by time. */
  isDue: Sql;
}

/**
 * Finds due rows of all sites by time, a batch at a time, and passes those of each site to `process`, so that a
 * statement that changes rows names one site. Rows may have changed in between. Returns the sum of the results.
 */
export async function processDue(
  db: Queries,
  { table, column, isDue }: Kind,
  process: (rows: DueRows) => Promise<number>,
): Promise<number> {
  for (let total = 0; ;) {
    const found = await db.many<Found>`
      select site_id, ${identifier(column)} as key from ${identifier(table)} where ${isDue} limit ${batch}`;
    for (const [siteId, rows] of Map.groupBy(found, (row) => row.siteId)) {
      total += await process({ siteId, keys: rows.map(({ key }) => key) });
    }
    if (found.length < batch) return total;
  }
}

/** Deletes due rows of all sites. Returns the number of rows. */
export const deleteDue = (db: Queries, kind: Kind): Promise<number> =>
  processDue(db, kind, ({ siteId, keys }) => {
    const key = identifier(kind.column);
    return kind.column === "id"
      ? db.run`
          delete from ${identifier(kind.table)}
           where site_id = ${siteId} and ${key} = any(${keys}::uuid[]) and ${kind.isDue}`
      : db.run`
          delete from ${identifier(kind.table)}
           where site_id = ${siteId} and ${key} = any(${keys}::bytea[]) and ${kind.isDue}`;
  });
