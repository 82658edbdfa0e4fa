import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import type { JobLog } from "./job-log.ts";

const between = 1000;

/**
 * The connections of the queue. It writes down how a job ended without looking whether that succeeds: what fails there
 * would end the process. So where the database is gone in that moment, it is asked again until it is back.
 */
export function openPool(connection: pg.ClientConfig, log: JobLog, stopping: AbortSignal): pg.Pool {
  const pool = new pg.Pool({ application_name: "lectern jobs", ...connection, max: 6 });
  const report = (err: Error) => log.warn({ err }, "a connection of the job runner broke");
  pool.on("error", report);
  pool.on("connect", (client) => {
    client.on("error", report);
    const query = client.query.bind(client) as (...given: unknown[]) => unknown;
    client.query = ((...given: unknown[]) => {
      const [requested] = given;
      const answer = query(...given);
      if (!(answer instanceof Promise) || !tellsAnEnd(requested)) return answer;
      return answer.catch((error: unknown) => askAgain(requested, error));
    }) as typeof client.query;
  });

  const connect = pool.connect.bind(pool) as (...given: unknown[]) => unknown;
  pool.connect = ((...given: unknown[]) => {
    const connected = connect(...given);
    return connected instanceof Promise ? connected.catch(standIn) : connected;
  }) as typeof pool.connect;

  /** For a connection that there cannot be: what is asked of it fails as that did, but for the end of a job. */
  const standIn = (error: unknown) => ({
    async query(requested: unknown) {
      if (tellsAnEnd(requested)) return askAgain(requested, error);
      throw error;
    },
    release: () => {},
  });

  async function askAgain(requested: pg.QueryConfig, first: unknown): Promise<unknown> {
    for (let error = first; ;) {
      if (!isLost(error)) throw error;
      await waitUnlessStopping();
      try {
        return await pool.query(requested);
      } catch (next) {
        error = next;
      }
    }
  }

  /** A process that ends leaves the job to whoever gives back those of processes that were killed. */
  const waitUnlessStopping = () =>
    delay(between, undefined, { signal: stopping, ref: false }).catch(() => new Promise<never>(() => {}));

  return pool;
}

/** Of graphile-worker: how its statements begin that write down that a job is done, or has failed. */
const ends = /_private_jobs[^]*(?:last_error|delete from)|delete from[^]*_private_jobs/;

const tellsAnEnd = (requested: unknown): requested is pg.QueryConfig => {
  const text = typeof requested === "object" && requested !== null && "text" in requested ? requested.text : undefined;
  return typeof text === "string" && ends.test(text);
};

/** Whatever PostgreSQL says itself is no loss of it, but that it stops or starts (class 57P). */
const isLost = (error: unknown): boolean => !(error instanceof pg.DatabaseError) || !!error.code?.startsWith("57P");
