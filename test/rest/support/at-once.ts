import type { LightMyRequestResponse } from "fastify";
import { database } from "../../support/database.ts";
import type { Operator } from "./operator.ts";

/** Nobody waits longer for what a test lets happen. */
const patience = 8000;

/** PostgreSQL ends who finds, after a second of waiting (deadlock_timeout), that it would be for ever: who waited first. */
const headStart = 300;

/** In how many attempts PostgreSQL ends the request, and not whoever holds what it waits for. */
const attempts = 5;

/** Who in this database has waited for a lock so many milliseconds. */
const waits = `
  select from pg_locks join pg_stat_activity using (pid)
   where not granted and datname = current_database()
     and waitstart <= clock_timestamp() - $1 * interval '1 millisecond'`;

/** One row of the operator's site, and what else cannot be done with it meanwhile. */
interface Row {
  table: string;
  id: string;
  against?: "update" | "no key update";
}

interface Held {
  /** Until so many wait for a lock, each of them for so many milliseconds. */
  waiting(count: number, milliseconds?: number): Promise<void>;
  /** False where PostgreSQL ended this connection, because those that it waited for wait for it. */
  alsoTakes(row: Row): Promise<boolean>;
  release(): Promise<void>;
}

/** Holds what a statement takes until it is released. */
async function holding({ site }: Operator, statement: string, values: unknown[] = []): Promise<Held> {
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
  const waiting = async (count: number, milliseconds = 0) => {
    const until = Date.now() + patience;
    while (((await database.pool.query(waits, [milliseconds])).rowCount ?? 0) < count) {
      if (Date.now() < until) continue;
      await release();
      throw new Error(`Fewer than ${count} wait.`);
    }
  };
  const alsoTakes = (row: Row) => other.query(...taking(site.id, row)).then(() => true, unlessEnded);
  return { waiting, alsoTakes, release };
}

const taking = (siteId: string, { table, id, against = "update" }: Row): [statement: string, values: string[]] => [
  `select from ${table} where site_id = $1 and id = $2 for ${against}`,
  [siteId, id],
];

const unlessEnded = (error: unknown) => {
  if (error instanceof Error && "code" in error && error.code === "40P01") return false;
  throw error;
};

export const holdingRow = (operator: Operator, row: Row) => holding(operator, ...taking(operator.site.id, row));

/** Whoever writes into the table waits. */
export const holdingTable = (operator: Operator, table: string) =>
  holding(operator, `lock table ${table} in share mode`);

type Requests<Answers extends unknown[]> = { [Index in keyof Answers]: () => Promise<Answers[Index]> };

/** Sends each request when the one before waits, for what is held or for another of them. Answers what they answer. */
export async function inTurn<Answers extends unknown[]>(held: Held, ...requests: Requests<Answers>): Promise<Answers> {
  try {
    const answers: Promise<unknown>[] = [];
    for (const request of requests) {
      answers.push(request());
      await held.waiting(answers.length);
    }
    await held.release();
    return (await Promise.all(answers)) as Answers;
  } finally {
    await held.release();
  }
}

/**
 * The same, each request before those that precede it commit what they did: the audit entry is what every write writes
 * last.
 */
export const beforeCommits = async <Answers extends unknown[]>(operator: Operator, ...requests: Requests<Answers>) =>
  inTurn<Answers>(await holdingTable(operator, "audit_entries"), ...requests);

interface Meeting {
  /** What the request waits for. */
  held: Row;
  /** What it has by then. */
  wanted: Row;
  request: () => Promise<LightMyRequestResponse>;
}

/** Lets a request wait for somebody who waits for it, until PostgreSQL ends the request. */
export async function endedRequest(operator: Operator, meeting: () => Promise<Meeting>) {
  for (let attempt = 0; attempt < attempts; attempt++) {
    const { held, wanted, request } = await meeting();
    const other = await holdingRow(operator, held);
    try {
      const answer = request();
      await other.waiting(1, headStart);
      const isRequestEnded = await other.alsoTakes(wanted);
      await other.release();
      if (isRequestEnded) return { answer: await answer, again: request };
      await answer;
    } finally {
      await other.release();
    }
  }
  throw new Error(`The request was ended in none of ${attempts} attempts.`);
}
