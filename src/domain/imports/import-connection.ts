import type pg from "pg";
import type { RequestContext } from "#domain/context.ts";
import { Problem } from "#domain/problem.ts";

/**
 * Runs an import on a connection of its own, which no other import into the site has meanwhile: two would wait for
 * each other's rows at every step. The lock goes with the connection, also when the process is killed.
 */
export async function onImportConnection<Result>(
  { db, site }: RequestContext,
  name: string,
  work: (client: pg.ClientBase) => Promise<Result>,
): Promise<Result> {
  const client = await db.pool.connect();
  const key = `${name} ${site.id}`;
  try {
    const { rows } = await client.query<{ locked: boolean }>(
      "select pg_try_advisory_lock(hashtextextended($1, 0)) as locked",
      [key],
    );
    if (!rows[0]?.locked) {
      throw new Problem("conflict", "The same import is running at this site. Wait until it has ended.");
    }
    // A chunk may take longer than what anyone waits for.
    await client.query("set statement_timeout = 0");
    const result = await work(client);
    // Whoever imports next need not wait until the server has noticed that this connection is gone.
    await client.query("select pg_advisory_unlock(hashtextextended($1, 0))", [key]);
    return result;
  } finally {
    client.release(true);
  }
}
