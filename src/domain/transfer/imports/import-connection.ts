import pg from "pg";
import { removeTimeLimit } from "#database/watch-silence.ts";
import { only } from "#lib/only.ts";
import type { RequestContext } from "#domain/platform/context.ts";
import { Problem } from "#domain/platform/problem.ts";

export interface ImportConnection extends AsyncDisposable {
  client: pg.ClientBase;
}

/**
 * Opens a dedicated connection with a session-level lock, so that two imports with this name cannot run into the same
 * site. Otherwise they would wait for each other's rows at every step. The lock ends with the connection, even if the
 * process is killed. `timeoutMs`: milliseconds to wait for the lock.
 */
export async function openImportConnection(
  { db, site }: RequestContext,
  name: string,
  { timeoutMs = 0 } = {},
): Promise<ImportConnection> {
  const client = await db.pool.connect();
  const key = `${name} ${site.id}`;
  try {
    // A chunk, and waiting for the lock, may take longer than the statement timeout.
    await removeTimeLimit(client);
    if (!(await lock(client, key, timeoutMs))) {
      throw new Problem("conflict", "The same import is already running at this site. Wait until it has finished.");
    }
  } catch (error) {
    client.release(true);
    throw error;
  }
  return {
    client,
    async [Symbol.asyncDispose]() {
      // Unlocks explicitly, so that the next import need not wait until the server notices the closed connection.
      await client.query("select pg_advisory_unlock(hashtextextended($1, 0))", [key]).catch(() => {});
      client.release(true);
    },
  };
}

async function lock(client: pg.ClientBase, key: string, timeoutMs: number): Promise<boolean> {
  if (timeoutMs === 0) {
    const { rows } = await client.query<{ locked: boolean }>(
      "select pg_try_advisory_lock(hashtextextended($1, 0)) as locked",
      [key],
    );
    return only(rows).locked;
  }
  await client.query("select set_config('lock_timeout', $1, false)", [String(timeoutMs)]);
  try {
    await client.query("select pg_advisory_lock(hashtextextended($1, 0))", [key]);
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === lockNotAvailable) return false;
    throw error;
  }
  await client.query("set lock_timeout = 0");
  return true;
}

/** PostgreSQL, appendix A. */
const lockNotAvailable = "55P03";

/** Opens the connection for the duration of the work. */
export async function onImportConnection<Result>(
  context: RequestContext,
  name: string,
  work: (client: pg.ClientBase) => Promise<Result>,
): Promise<Result> {
  await using connection = await openImportConnection(context, name);
  return await work(connection.client);
}
