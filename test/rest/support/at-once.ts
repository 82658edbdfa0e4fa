import type { LightMyRequestResponse } from "fastify";
import { database } from "../../support/databases/database.ts";
import { until } from "../../support/until.ts";
import type { Operator } from "./operator.ts";

/** Timeout in milliseconds for anything that a test waits for. */
const timeoutMs = 60_000;

/**
 * PostgreSQL checks for deadlocks after a second of waiting (deadlock_timeout) and aborts the transaction whose check
 * runs first.
 */
const headStart = 300;

/** Attempts until PostgreSQL aborts the request and not the lock holder. */
const attempts = 5;

/** Sessions of this database that have waited for a lock for this many milliseconds. */
const waits = `
  select from pg_locks join pg_stat_activity using (pid)
   where not granted and datname = current_database()
     and waitstart <= clock_timestamp() - $1 * interval '1 millisecond'`;

/** Sessions that wait on any node of a Citus cluster, which does not say for how long. */
const waitsOnCluster = "select distinct waiting_gpid from citus_lock_waits where $1::integer is not null";

let waitsHere: Promise<string> | undefined;

/** Returns the statement that finds waiting sessions of this database. */
const findWaits = (): Promise<string> =>
  (waitsHere ??= database.pool
    .query("select where to_regclass('citus_lock_waits') is not null")
    .then(({ rowCount }) => (rowCount === 0 ? waits : waitsOnCluster)));

/** Resolves when `count` sessions have waited for a lock for this long, on any node of a cluster. */
export async function untilWaiting(count: number, milliseconds = 0): Promise<void> {
  const statement = await findWaits();
  const isReached = async () => ((await database.pool.query(statement, [milliseconds])).rowCount ?? 0) >= count;
  await until(isReached, `${count} sessions that wait for a lock`, timeoutMs);
}

/** A row of the operator's site, and its lock mode. */
interface Row {
  table: string;
  id: string;
  against?: "update" | "no key update";
}

interface HeldLock {
  /** Resolves when `count` sessions have waited for a lock for this long. */
  waiting(count: number, milliseconds?: number): Promise<void>;
  /** Returns false if PostgreSQL aborted this transaction because of a deadlock. */
  tryLock(row: Row): Promise<boolean>;
  release(): Promise<void>;
}

/** Keeps the locks of a statement until they are released. */
export async function holdLocks(
  { site }: Pick<Operator, "site">,
  statement: string,
  values: unknown[] = [],
): Promise<HeldLock> {
  const other = await database.pool.connect();
  await other.query("begin");
  await other.query(statement, values);
  let isOpen = true;
  const release = async () => {
    if (!isOpen) return;
    isOpen = false;
    await other.query("rollback");
    other.release();
  };
  const waiting = (count: number, milliseconds = 0) =>
    untilWaiting(count, milliseconds).catch(async (error: unknown) => {
      await release();
      throw error;
    });
  const tryLock = (row: Row) => other.query(...taking(site.id, row)).then(() => true, falseIfAborted);
  return { waiting, tryLock, release };
}

const taking = (siteId: string, { table, id, against = "update" }: Row): [statement: string, values: string[]] => [
  `select from ${table} where site_id = $1 and id = $2 for ${against}`,
  [siteId, id],
];

const falseIfAborted = (error: unknown) => {
  if (error instanceof Error && "code" in error && error.code === "40P01") return false;
  throw error;
};

export const lockRow = (operator: Operator, row: Row) => holdLocks(operator, ...taking(operator.site.id, row));

/** Blocks writes to the table. */
export const lockTable = (operator: Operator, table: string) =>
  holdLocks(operator, `lock table ${table} in share mode`);

type Requests<Answers extends unknown[]> = { [Index in keyof Answers]: () => Promise<Answers[Index]> };

/** Sends each request once the previous one waits for a lock. Returns the responses. */
export async function inTurn<Answers extends unknown[]>(
  lock: HeldLock,
  ...requests: Requests<Answers>
): Promise<Answers> {
  try {
    const answers: Promise<unknown>[] = [];
    for (const request of requests) {
      answers.push(request());
      await lock.waiting(answers.length);
    }
    await lock.release();
    return (await Promise.all(answers)) as Answers;
  } finally {
    await lock.release();
  }
}

/** The same, each request before the previous ones commit: every write inserts its audit entry last. */
export const beforeCommits = async <Answers extends unknown[]>(operator: Operator, ...requests: Requests<Answers>) =>
  inTurn<Answers>(await lockTable(operator, "audit_entries"), ...requests);

interface Deadlock {
  /** The row that the request waits for. */
  awaited: Row;
  /** The row that the request has locked by then. */
  locked: Row;
  request: () => Promise<LightMyRequestResponse>;
}

/** Makes a request deadlock with the test's transaction, until PostgreSQL aborts the request. */
export async function abortedRequest(operator: Operator, deadlock: () => Promise<Deadlock>) {
  for (let attempt = 0; attempt < attempts; attempt++) {
    const { awaited, locked, request } = await deadlock();
    const other = await lockRow(operator, awaited);
    try {
      const answer = request();
      await other.waiting(1, headStart);
      const isRequestAborted = await other.tryLock(locked);
      await other.release();
      if (isRequestAborted) return { answer: await answer, again: request };
      await answer;
    } finally {
      await other.release();
    }
  }
  throw new Error(`PostgreSQL aborted the request in none of ${attempts} attempts.`);
}
