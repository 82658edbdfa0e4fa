import type pg from "pg";
import { removeTimeLimit } from "#database/connection/watch-silence.ts";
import { only } from "#lib/collections/only.ts";
import type { RequestContext } from "#domain/platform/context.ts";
import { Problem } from "#domain/platform/problem.ts";

/**
 * Opens a dedicated connection with a session-level lock for the duration of the work, so that two imports with this
 * name cannot run into the same site. Otherwise they would wait for each other's rows at every step. The lock ends with
 * the connection, even if the process is killed.
 */
export async function onImportConnection<Result>(
  { db, site }: RequestContext,
  name: string,
  work: (client: pg.ClientBase) => Promise<Result>,
): Promise<Result> {
  const client = await db.pool.connect();
  const key = `${name} ${site.id}`;
  try {
    // A chunk may take longer than the statement timeout.
    await removeTimeLimit(client);
    const { rows } = await client.query<{ locked: boolean }>(
      "select pg_try_advisory_lock(hashtextextended($1, 0)) as locked",
      [key],
    );
    if (!only(rows).locked) {
      throw new Problem("conflict", "The same import is already running at this site. Wait until it has finished.");
    }
    try {
      return await work(client);
    } finally {
      // Unlocks explicitly, so that the next import need not wait until the server notices the closed connection.
      await client.query("select pg_advisory_unlock(hashtextextended($1, 0))", [key]).catch(() => {});
    }
  } finally {
    client.release(true);
  }
}
