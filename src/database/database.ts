import pg from "pg";
import type { Batch } from "./batch.ts";
import { BatchQueue } from "./batch-queue.ts";
import { type ConnectionGroup, openConnectionGroup } from "./connection-group.ts";
import { outageOf, outageOfConnecting } from "./outage.ts";
import { type Outcome, runPrepared } from "./prepared-query.ts";
import { readInSlices } from "./read-in-slices.ts";
import { compile, type Statement } from "./statement.ts";
import { toParameter, types } from "./values.ts";
import { watchSilence } from "./watch-silence.ts";

export interface Queries {
  /** Returns the rows of a statement, columns in camel case. The row type is the caller's claim, checked in tests. */
  many<Row>(strings: TemplateStringsArray, ...values: unknown[]): Promise<Row[]>;
  first<Row>(strings: TemplateStringsArray, ...values: unknown[]): Promise<Row | undefined>;
  /** Returns the row of a statement that always has one: a count, an upsert, a row that the transaction has locked. */
  one<Row>(strings: TemplateStringsArray, ...values: unknown[]): Promise<Row>;
  /** Runs a statement and returns the number of affected rows. */
  run(strings: TemplateStringsArray, ...values: unknown[]): Promise<number>;
  /** Returns the row for one request. Outside of transactions, concurrent requests share one statement. */
  together<Input extends object, Answer>(batch: Batch<Input, Answer>, requested: Input): Promise<Answer | undefined>;
  /** Runs work atomically: a savepoint inside a transaction, a new transaction otherwise. */
  attempt<Result>(work: (queries: Queries) => Promise<Result>): Promise<Result>;
}

export interface Database extends Queries {
  /** Runs work in a transaction on a separate connection. Only statements of the passed `queries` belong to it. */
  transaction<Result>(work: (queries: Queries) => Promise<Result>): Promise<Result>;
  /** For direct access to the server: the job queue, migrations and COPY. */
  pool: pg.Pool;
  /** Asks each part for a response, by name. */
  checks: Readonly<Record<string, () => Promise<void>>>;
  close(): Promise<void>;
}

export interface DatabaseSizes {
  readers: number;
  writers: number;
  /** Connections for pages that follow an index. */
  pages: number;
  /** Connections for batched statements: this many for reads and the same number for writes. */
  batches: number;
  transactions: number;
}

/**
 * Prepared plans are cached per connection: a sequential scan chosen for a small table would persist after the table
 * grows.
 */
export const sessionOptions = "-c enable_seqscan=off -c timezone=UTC";

/**
 * Planner options for batches: key lookups in the statement's join order. Otherwise the planner would cache a plan
 * for the current table sizes.
 */
export const batchOptions = [
  sessionOptions,
  "-c enable_hashjoin=off -c enable_mergejoin=off",
  "-c join_collapse_limit=1 -c from_collapse_limit=1 -c plan_cache_mode=force_generic_plan",
].join(" ");

/**
 * Planner options for index-ordered pages. A generic plan fits all values. By default, PostgreSQL compares cost
 * estimates for generic and custom plans and often replans each page, which takes a third of its time.
 */
export const pageOptions = [
  sessionOptions,
  "-c enable_bitmapscan=off -c enable_sort=off -c plan_cache_mode=force_generic_plan",
].join(" ");

/**
 * The server closes connections of a vanished process and releases their locks within a minute. Its default is hours.
 */
const peerOptions =
  "-c tcp_keepalives_idle=10 -c tcp_keepalives_interval=5 -c tcp_keepalives_count=3 -c tcp_user_timeout=20000";

/** Milliseconds after the statement timeout: a server that is alive has reported it by then. */
const grace = 200;

const defaultStatementTimeout = 15_000;

const defaultSizes: DatabaseSizes = { readers: 2, writers: 12, pages: 2, batches: 2, transactions: 10 };

type Send = (statement: Statement, values: readonly unknown[]) => Promise<Outcome>;

interface DatabaseOptions extends Partial<DatabaseSizes> {
  /** True on a Citus cluster with distributed tables. */
  isDistributed?: boolean;
}

/**
 * On a Citus cluster a statement goes to the node of its site, which the coordinator finds from the values: plans for
 * all values would go to every node. The nodes plan their part by themselves.
 */
const withoutGenericPlans = (options: string) => options.replace(" -c plan_cache_mode=force_generic_plan", "");

export function openDatabase(connection: pg.ClientConfig, options: DatabaseOptions = {}): Database {
  const { isDistributed = false, ...sizes } = options;
  const { readers, writers, pages, batches, transactions } = { ...defaultSizes, ...sizes };
  const statementTimeout = connection.statement_timeout || defaultStatementTimeout;
  const config = {
    application_name: "lectern",
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    types,
    ...connection,
    statement_timeout: statementTimeout,
    idle_in_transaction_session_timeout: 10 * statementTimeout,
  };
  const watch = watchSilence(statementTimeout + grace);
  const openGroup = (size: number, plannerOptions: string) => {
    const planner = isDistributed ? withoutGenericPlans(plannerOptions) : plannerOptions;
    return openConnectionGroup({ ...config, options: `${planner} ${peerOptions}` }, size, watch);
  };
  const readGroup = openGroup(readers, sessionOptions);
  const writeGroup = openGroup(writers, sessionOptions);
  const pageGroup = openGroup(pages, pageOptions);
  const batchReadGroup = openGroup(batches, batchOptions);
  const batchWriteGroup = openGroup(batches, batchOptions);
  const pool = new pg.Pool({
    ...config,
    options: `${sessionOptions} ${peerOptions}`,
    max: transactions,
    idleTimeoutMillis: 30_000,
  });
  // The pool has already removed an idle connection that breaks; one in use fails its transaction.
  pool.on("error", () => {});
  pool.on("connect", (client) => {
    client.on("error", () => {});
    readInSlices(client);
    watch.add(client);
  });

  const inBatches = queriesOn((statement, values) =>
    (statement.writes ? batchWriteGroup : batchReadGroup).run(statement, values),
  );
  const groupOf = ({ writes, followsIndex }: Statement) => {
    if (writes) return writeGroup;
    return followsIndex ? pageGroup : readGroup;
  };
  const queues = new Map<unknown, unknown>();
  function queueOf<Input, Answer>(batch: Batch<Input, Answer>): BatchQueue<Input, Answer> {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- A queue is stored under its own batch, whose types it has.
    let queue = queues.get(batch) as BatchQueue<Input, Answer> | undefined;
    if (!queue) queues.set(batch, (queue = new BatchQueue(batch, (statement) => inBatches.many`${statement}`)));
    return queue;
  }

  return {
    ...queriesOn((statement, values) => groupOf(statement).run(statement, values)),
    together: (batch, requested) => queueOf(batch).ask(requested),
    attempt: (work) => transaction(pool, work),
    pool,
    transaction: (work) => transaction(pool, work),
    checks: {
      database_reads: () => readGroup.check(),
      database_writes: () => writeGroup.check(),
      database_pages: () => pageGroup.check(),
      database_batches: () => checkAll([batchReadGroup, batchWriteGroup]),
      database_transactions: () => transaction(pool, async () => {}),
    },
    async close() {
      await Promise.all([
        ...[readGroup, writeGroup, pageGroup, batchReadGroup, batchWriteGroup].map((connectionGroup) =>
          connectionGroup.close(),
        ),
        pool.end(),
      ]);
      watch.stop();
    },
  };
}

const checkAll = async (groups: readonly ConnectionGroup[]): Promise<void> =>
  void (await Promise.all(groups.map((group) => group.check())));

async function transaction<Result>(pool: pg.Pool, work: (queries: Queries) => Promise<Result>): Promise<Result> {
  const client = await pool.connect().catch((error: unknown) => {
    throw outageOfConnecting(error);
  });
  let broken: unknown;
  try {
    await control(client, "begin");
    const result = await work(inTransaction(client));
    await control(client, "commit");
    return result;
  } catch (error) {
    // A failed rollback must not hide the original error.
    await client.query("rollback").catch((failure: unknown) => (broken = failure));
    throw error;
  } finally {
    client.release(broken instanceof Error ? broken : undefined);
  }
}

/** Runs a statement of transaction control. */
async function control(client: pg.ClientBase, text: string): Promise<void> {
  try {
    await client.query(text);
  } catch (error) {
    throw outageOf(error) ?? error;
  }
}

function inTransaction(client: pg.ClientBase): Queries {
  const queries: Queries = {
    ...queriesOn((statement, values) => runPrepared(client, statement, values)),
    together: (batch, requested) => queries.first`${batch.statement([requested])}`,
    async attempt(work) {
      await control(client, "savepoint attempt");
      try {
        const result = await work(queries);
        await control(client, "release savepoint attempt");
        return result;
      } catch (error) {
        await control(client, "rollback to savepoint attempt; release savepoint attempt");
        throw error;
      }
    },
  };
  return queries;
}

function queriesOn(send: Send): Omit<Queries, "attempt" | "together"> {
  const execute = (strings: TemplateStringsArray, values: unknown[]) => {
    const [statement, bound] = compile(strings, values);
    return send(statement, bound.map(toParameter));
  };
  const rowsOf = async <Row>(strings: TemplateStringsArray, values: unknown[]): Promise<Row[]> =>
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- The row type is the caller's claim, checked in tests.
    (await execute(strings, values)).rows as Row[];
  return {
    many: <Row>(strings: TemplateStringsArray, ...values: unknown[]) => rowsOf<Row>(strings, values),
    first: async <Row>(strings: TemplateStringsArray, ...values: unknown[]) => (await rowsOf<Row>(strings, values))[0],
    one: async <Row>(strings: TemplateStringsArray, ...values: unknown[]) => {
      const [row] = await rowsOf<Row>(strings, values);
      if (row === undefined) throw new Error(`The statement returned no row: ${strings.join("…")}`);
      return row;
    },
    run: async (strings, ...values) => (await execute(strings, values)).count,
  };
}
