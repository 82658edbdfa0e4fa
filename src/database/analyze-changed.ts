import pg from "pg";
import type { Database } from "./database.ts";

/**
 * Minimum number of modified rows, in addition to a tenth of the table. Autovacuum uses a similar threshold, but runs
 * a minute later.
 */
const minModifiedRows = 1000;

/**
 * Runs ANALYZE on the tables with many modified rows, so that the planner has current statistics. Returns their
 * names. Writes of the last second may be missing from PostgreSQL's counters.
 */
export async function analyzeChanged({ pool }: Pick<Database, "pool">): Promise<string[]> {
  const client = await pool.connect();
  try {
    // Analyzing a large table takes longer than the default statement timeout.
    await client.query("set statement_timeout = 0");
    const { rows } = await client.query<{ name: string }>(
      `select relname as name from pg_stat_user_tables
        where schemaname = current_schema() and n_mod_since_analyze >= greatest($1, n_live_tup / 10) order by 1`,
      [minModifiedRows],
    );
    for (const { name } of rows) await client.query(`analyze ${pg.escapeIdentifier(name)}`);
    return rows.map(({ name }) => name);
  } finally {
    client.release(true);
  }
}
