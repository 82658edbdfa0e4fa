import pg from "pg";
import type { Database } from "./database.ts";

/** So many rows, and a tenth of the table: from there on PostgreSQL would look at it by itself, a minute later. */
const many = 1000;

/**
 * Lets the planner know what was filled, for whatever is asked first. Answers the names of those tables; what was written
 * within the last second may still be missing.
 */
export async function analyzeChanged({ pool }: Pick<Database, "pool">): Promise<string[]> {
  const client = await pool.connect();
  try {
    // A large table takes longer than what anyone waits for.
    await client.query("set statement_timeout = 0");
    const { rows } = await client.query<{ name: string }>(
      `select relname as name from pg_stat_user_tables
        where schemaname = current_schema() and n_mod_since_analyze >= greatest($1, n_live_tup / 10) order by 1`,
      [many],
    );
    for (const { name } of rows) await client.query(`analyze ${pg.escapeIdentifier(name)}`);
    return rows.map(({ name }) => name);
  } finally {
    client.release(true);
  }
}
