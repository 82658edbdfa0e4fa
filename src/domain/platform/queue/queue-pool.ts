import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { peerOptions } from "#database/database-sizes.ts";
import { statusOfPool, TimedPool } from "#database/connection/transaction-pool.ts";
import { isDemotion } from "#database/connection/outage.ts";
import type { ConnectionConfig } from "#database/servers/server-client.ts";
import { watchServer } from "#database/connection/watch-silence.ts";
import { database as metrics } from "#telemetry/metrics/catalog.ts";
import { reportConnections } from "#telemetry/metrics/connection-groups.ts";
import type { JobLog } from "./queue-log.ts";

const retryDelayMs = 1000;

/** Statements of the queue are short: a connection that is silent for longer is closed. */
const silenceLimitMs = 4000;

/**
 * The connection pool of the job queue. Graphile Worker does not handle failures when it records the end of a job; an
 * error there would end the process. Those statements are therefore retried until the database is back.
 */
export function openPool(connection: ConnectionConfig, log: JobLog, stopping: AbortSignal): pg.Pool {
  const pool = new TimedPool({
    application_name: "lectern jobs",
    connectionTimeoutMillis: silenceLimitMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    options: peerOptions,
    ...connection,
    max: 6,
  });
  const name = { pool: "queue", group: "queue" };
  const stopReporting = reportConnections(() => [statusOfPool(name, pool)]);
  const watch = (connection.watch ?? watchServer())(silenceLimitMs);
  const report = (err: Error) => log.warn({ err }, "a connection of the job queue failed");
  pool.on("error", report);
  pool.on("connect", (client) => {
    metrics.connects.add({ ...name, result: "opened" });
    client.on("error", report);
    watch.add(client);
    const query = client.query.bind(client) as (...args: unknown[]) => unknown;
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- It passes on the arguments of every overload.
    client.query = ((...args: unknown[]) => {
      const [requested] = args;
      const answer = query(...args);
      if (!(answer instanceof Promise)) return answer;
      answer.catch((error: unknown) => {
        if (isDemotion(error)) watch.replaceAll();
      });
      return recordsCompletion(requested) ? answer.catch((error: unknown) => retryQuery(requested, error)) : answer;
    }) as typeof client.query;
  });

  const end = pool.end.bind(pool);
  pool.end = async () => {
    stopReporting();
    await end();
  };

  const connect = pool.connect.bind(pool) as (...args: unknown[]) => unknown;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- It passes on the arguments of every overload.
  pool.connect = ((callback?: Connected) => {
    if (callback) {
      return connect((error: Error | undefined, client: pg.PoolClient | undefined, release: Release) =>
        callback(error, client, once(release)),
      );
    }
    const connected = connect();
    return connected instanceof Promise ? connected.catch(standIn) : connected;
  }) as typeof pool.connect;

  /**
   * Replaces a client that could not connect. Statements fail with the connection error, except those that record the
   * end of a job.
   */
  const standIn = (error: unknown) => ({
    async query(requested: unknown) {
      if (recordsCompletion(requested)) return retryQuery(requested, error);
      throw error;
    },
    release: () => {},
  });

  async function retryQuery(requested: pg.QueryConfig, first: unknown): Promise<unknown> {
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

  /**
   * On shutdown, the promise never settles. The job stays locked until `releaseAbandoned` frees the jobs of killed
   * processes.
   */
  const waitUnlessStopping = () =>
    delay(retryDelayMs, undefined, { signal: stopping, ref: false }).catch(() => new Promise<never>(() => {}));

  return pool;
}

type Release = (error?: Error | boolean) => void;
type Connected = (error: Error | undefined, client: pg.PoolClient | undefined, release: Release) => void;

/** Graphile Worker returns the connection on which it listens once more if it is lost at the start. */
function once(release: Release): Release {
  let isReleased = false;
  return (error) => {
    if (!isReleased) release(error);
    isReleased = true;
  };
}

/** Matches the statements with which Graphile Worker records that a job succeeded or failed. */
const ends = /_private_jobs[^]*(?:last_error|delete from)|delete from[^]*_private_jobs/;

const recordsCompletion = (requested: unknown): requested is pg.QueryConfig => {
  const text = typeof requested === "object" && requested !== null && "text" in requested ? requested.text : undefined;
  return typeof text === "string" && ends.test(text);
};

/**
 * An error reported by PostgreSQL means that the connection works, except while the server stops or starts (class
 * 57P).
 */
const isLost = (error: unknown): boolean =>
  !(error instanceof pg.DatabaseError) || !!error.code?.startsWith("57P") || isDemotion(error);
