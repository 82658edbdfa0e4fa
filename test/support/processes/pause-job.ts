import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";

export interface PausedJob {
  /** Resolves once a process waits in the middle of a transaction of the job. */
  reached(): Promise<void>;
  /** Lets that transaction and all later ones continue. */
  release(): Promise<void>;
}

/**
 * Stops a job before it commits more progress, once it has committed some, so that its process can be killed at a
 * known moment on any machine. Locks the table `jobs` for a moment.
 */
export async function pauseJob(connection: pg.ClientConfig, jobId: string, processed: number): Promise<PausedJob> {
  const client = new pg.Client(connection);
  await client.connect();
  await client.query("select pg_advisory_lock(hashtextextended($1, 0))", [jobId]);
  const name = `pause_${jobId.replaceAll("-", "")}`;
  await client.query(`
    create function ${name}() returns trigger language plpgsql as $$
    begin
      perform pg_advisory_xact_lock(hashtextextended('${jobId}', 0));
      return new;
    end $$;
    create trigger ${name} before update on jobs for each row
      when (old.id = '${jobId}' and old.processed >= ${processed} and new.processed > old.processed)
      execute function ${name}()`);
  return {
    async reached() {
      const waiting = `
        select 1 from pg_locks
         where locktype = 'advisory' and not granted
           and (classid::bigint << 32 | objid::bigint) = hashtextextended($1, 0)`;
      while ((await client.query(waiting, [jobId])).rowCount === 0) await delay(20);
    },
    async release() {
      await client.query("select pg_advisory_unlock(hashtextextended($1, 0))", [jobId]);
      await client.query(`drop trigger ${name} on jobs; drop function ${name}()`);
      await client.end();
    },
  };
}
