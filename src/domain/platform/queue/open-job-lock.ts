import type { Database } from "#database/database.ts";
import { only } from "#lib/collections/only.ts";

/**
 * An advisory lock on a connection that lives as long as a job's run. If the process is killed, the server releases
 * the lock immediately.
 */
export interface JobLock extends AsyncDisposable {
  /** Aborted when the connection is lost, and the lock with it: another process may have it. */
  lost: AbortSignal;
}

const key = "lectern job ";

/** Returns undefined if another process runs the job. */
export async function openJobLock(db: Database, jobId: string): Promise<JobLock | undefined> {
  const client = await db.pool.connect();
  const { rows } = await client
    .query<{ locked: boolean }>("select pg_try_advisory_lock(hashtextextended($1, 0)) as locked", [key + jobId])
    .catch((error: unknown) => {
      client.release(true);
      throw error;
    });
  if (!only(rows).locked) {
    client.release();
    return undefined;
  }
  const lost = new AbortController();
  const lose = () => lost.abort(new Error("The connection that holds the lock of the job was lost."));
  client.once("end", lose);
  return {
    lost: lost.signal,
    async [Symbol.asyncDispose]() {
      client.off("end", lose);
      await client.query("select pg_advisory_unlock(hashtextextended($1, 0))", [key + jobId]).then(
        () => client.release(),
        () => client.release(true),
      );
    },
  };
}
