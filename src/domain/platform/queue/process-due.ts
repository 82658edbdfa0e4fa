import { contentIn } from "#database/content/content-of.ts";
import type { Queries } from "#database/database.ts";
import { identifier, type Sql, sql } from "#database/statements/sql.ts";
import { rowsPerStatement } from "#domain/platform/queue/in-batches.ts";

interface Found {
  siteId: string;
  key: string | Buffer;
}

/** Rows of one site that are due, by their key. */
export interface DueRows {
  siteId: string;
  keys: readonly (string | Buffer)[];
}

/** Rows of a table that are due at any site. `column`: the key besides `site_id`. */
interface Kind {
  table: string;
  column: "id" | "digest" | "browser_digest";
  /** Condition on the columns of the table, which has an index by time. */
  isDue: Sql;
}

/**
 * Finds due rows of all sites by time, a batch at a time, and passes those of each site to `process`, so that a
 * statement that changes rows names one site. Rows may have changed in between. Ends if `process` changes none of the
 * rows that it was given. Returns the number of changed rows.
 */
export async function processDue(
  db: Queries,
  { table, column, isDue }: Kind,
  process: (rows: DueRows) => Promise<number>,
): Promise<number> {
  for (let total = 0; ;) {
    const found = await db.many<Found>`
      select site_id, ${identifier(column)} as key from ${identifier(table)} where ${isDue} limit ${rowsPerStatement}`;
    let changed = 0;
    for (const [siteId, rows] of Map.groupBy(found, (row) => row.siteId)) {
      changed += await process({ siteId, keys: rows.map(({ key }) => key) });
    }
    total += changed;
    if (found.length < rowsPerStatement || changed === 0) return total;
  }
}

const keyTypes = { id: sql`uuid[]`, digest: sql`bytea[]`, browser_digest: sql`bytea[]` };

/** Deletes due rows of all sites. Returns the number of rows. */
export const deleteDue = (db: Queries, kind: Kind): Promise<number> =>
  processDue(
    db,
    kind,
    ({ siteId, keys }) => db.run`
      delete from ${identifier(kind.table)}
       where site_id = ${contentIn(kind.table, siteId)} and ${identifier(kind.column)} = any(${keys}::${keyTypes[kind.column]})
         and ${kind.isDue}`,
  );
