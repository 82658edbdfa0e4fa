import pg from "pg";
import type { Database } from "./database.ts";
import { removeTimeLimit } from "./connection/watch-silence.ts";

/**
 * Minimum number of modified rows, in addition to a tenth of the table. Autovacuum uses a similar threshold, but runs
 * a minute later.
 */
const minModifiedRows = 1000;

/** PostgreSQL plans as if a smaller table without statistics had this many pages. */
const minPages = 10;

/**
 * Returns a function for the pauses between the transactions of an import, which runs `analyzeChanged` every few
 * seconds. To a planner that has not seen the rows of a new site, every index of the site finds them equally fast.
 */
export function analyzeRegularly(db: Pick<Database, "pool">, milliseconds = 5000): () => Promise<void> {
  let last = performance.now();
  return async () => {
    if (performance.now() - last < milliseconds) return;
    await analyzeChanged(db);
    last = performance.now();
  };
}

/**
 * Runs ANALYZE on the tables with many modified rows and on those without statistics, so that the planner knows the
 * data. Returns their names. Writes of the last second may be missing from PostgreSQL's counters; after a restore or a
 * crash they start at zero, and autovacuum would leave the tables as they are.
 */
export async function analyzeChanged({ pool }: Pick<Database, "pool">): Promise<string[]> {
  const client = await pool.connect();
  try {
    // Analyzing a large table takes longer than the default statement timeout.
    await removeTimeLimit(client);
    const { rows } = await client.query<{ name: string }>(
      `select counted.relname as name
         from pg_stat_user_tables counted
         join pg_class tables on tables.oid = counted.relid
        where counted.schemaname = current_schema()
          and (counted.n_mod_since_analyze >= greatest($1, counted.n_live_tup / 10)
               or pg_relation_size(tables.oid) >= $2 * current_setting('block_size')::bigint
                  -- -1: neither vacuumed nor analyzed. VACUUM alone counts the rows.
                  and (tables.reltuples = -1
                       or tables.reltuples > 0
                          and not exists (select from pg_stats
                                           where pg_stats.schemaname = counted.schemaname
                                             and pg_stats.tablename = counted.relname)))
        order by 1`,
      [minModifiedRows, minPages],
    );
    // Another process, or autovacuum, may be analyzing the same table.
    for (const { name } of rows) await client.query(`analyze (skip_locked) ${pg.escapeIdentifier(name)}`);
    return rows.map(({ name }) => name);
  } finally {
    client.release(true);
  }
}
