import type pg from "pg";
import { errorOf } from "#lib/error-of.ts";
import type { Batch } from "./batch.ts";
import { database as metrics } from "#telemetry/metrics/catalog.ts";
import { reportConnections } from "#telemetry/metrics/connection-groups.ts";
import { BatchQueue, clusterBatching, defaultBatching } from "./batch-queue.ts";
import { type ConnectionGroup, type GroupName, openConnectionGroup } from "./connection-group.ts";
import { isDemotion } from "./outage.ts";
import * as planner from "./planner-options.ts";
import { dropPlans, runPrepared } from "./prepared-query.ts";
import type { ConnectionConfig } from "./servers/server-client.ts";
import { statementOfSite } from "./one-site.ts";
import { rowsOfBatch, rowsPreparedOnNode, type Send } from "./rows-of-batch.ts";
import type { Sql } from "./sql.ts";
import { StalePlan } from "./stale-plan.ts";
import { compile, plannedFor, type Statement } from "./statement.ts";
import { control } from "./transaction-control.ts";
import { openTransactionPool, statusOfPool, takeConnection } from "./transaction-pool.ts";
import { Turns } from "./turns.ts";
import { toParameter, types } from "./values.ts";
import { isReplaced, type SilenceWatch, watchServer } from "./watch-silence.ts";

export interface Queries {
  /** Returns the rows of a statement, columns in camel case. The row type is the caller's claim, checked in tests. */
  many<Row>(strings: TemplateStringsArray, ...values: unknown[]): Promise<Row[]>;
  first<Row>(strings: TemplateStringsArray, ...values: unknown[]): Promise<Row | undefined>;
  /** Returns the row of a statement that always has one: a count, an upsert, a row that the transaction has locked. */
  one<Row>(strings: TemplateStringsArray, ...values: unknown[]): Promise<Row>;
  /** Runs a statement and returns the number of affected rows. */
  run(strings: TemplateStringsArray, ...values: unknown[]): Promise<number>;
  /** Returns the row for one request. Outside of transactions, concurrent requests share one statement. */
  together<Input, Answer>(batch: Batch<Input, Answer>, requested: Input): Promise<Answer | undefined>;
  /** Runs work atomically: a savepoint inside a transaction, a new transaction otherwise. */
  attempt<Result>(work: (queries: Queries) => Promise<Result>): Promise<Result>;
  /**
   * Runs reads on one snapshot (repeatable read), with the planner options of pages. Takes a connection for the whole
   * read. Not possible inside a transaction, which has seen other rows.
   */
  snapshot<Result>(work: (queries: Queries) => Promise<Result>): Promise<Result>;
}

export interface Database extends Queries {
  /**
   * Runs work in a transaction on a separate connection. Only statements of the passed `queries` belong to it. The work
   * runs a second time if a migration changed the result of one of its statements: it must have no effects outside the
   * database that a repetition would double.
   */
  transaction<Result>(work: (queries: Queries) => Promise<Result>): Promise<Result>;
  /** For direct access to the server: the job queue, migrations and COPY. */
  pool: pg.Pool;
  /** Asks each part for a response, by name. */
  checks: Readonly<Record<string, () => Promise<void>>>;
  /**
   * Asks all connections that run no statement. For jobs, whose statements may take longer than a check: a connection
   * that says nothing for that long is closed anyway.
   */
  checkIdle(): Promise<void>;
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
 * The server closes connections of a vanished process and releases their locks within a minute. Its default is hours.
 */
export const peerOptions =
  "-c tcp_keepalives_idle=10 -c tcp_keepalives_interval=5 -c tcp_keepalives_count=3 -c tcp_user_timeout=20000";

/** Milliseconds after the statement timeout: a server that is alive has reported it by then. */
const grace = 200;

const defaultStatementTimeout = 15_000;

const defaultSizes = { readers: 2, writers: 12, pages: 2, transactions: 10 };

/**
 * `name`: the user of these connections, for metrics. `isDistributed`: the database is a Citus cluster.
 * `preparesOnNodes`: its nodes have the functions of `node-runner.ts`.
 */
export function openDatabase(
  connection: ConnectionConfig,
  {
    isDistributed = false,
    preparesOnNodes = false,
    ...sizes
  }: Partial<DatabaseSizes> & { isDistributed?: boolean; preparesOnNodes?: boolean } = {},
  name = "requests",
): Database {
  const batching = isDistributed ? clusterBatching : defaultBatching;
  const defaults = { ...defaultSizes, batches: batching.maxConcurrent };
  const { readers, writers, pages, batches, transactions } = { ...defaults, ...sizes };
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
  const watch = (connection.watch ?? watchServer())(statementTimeout + grace);
  const plannerOptions = (options: string) => (isDistributed ? planner.onCluster(options) : options);
  const openGroup = (group: string, size: number, settings: string) => {
    const options = `${plannerOptions(settings)} ${peerOptions}`;
    return openConnectionGroup({ pool: name, group }, { ...config, options }, size, watch);
  };
  const readGroup = openGroup("reads", readers, planner.sessionOptions);
  const writeGroup = openGroup("writes", writers, planner.writeOptions);
  const pageGroup = openGroup("pages", pages, planner.pageOptions);
  const batchReadGroup = openGroup("batch_reads", batches, planner.batchOptions);
  const batchWriteGroup = openGroup("batch_writes", batches, planner.batchOptions);
  const groups = [readGroup, writeGroup, pageGroup, batchReadGroup, batchWriteGroup];
  const poolName = { pool: name, group: "transactions" };
  const poolConfig = { ...config, options: `${plannerOptions(planner.writeOptions)} ${peerOptions}` };
  const pool = openTransactionPool(poolName, { ...poolConfig, max: transactions, idleTimeoutMillis: 30_000 }, watch);
  const transactionSettings = { name: poolName, pool, watch, bySite: isDistributed };
  const beginSnapshot = `begin isolation level repeatable read, read only; ${planner.localSettings(plannerOptions(planner.snapshotOptions))}`;
  const transaction = <Result>(work: (queries: Queries) => Promise<Result>) =>
    inOwnTransaction({ ...transactionSettings, begin: "begin" }, work);
  const snapshot = <Result>(work: (queries: Queries) => Promise<Result>) =>
    inOwnTransaction({ ...transactionSettings, begin: beginSnapshot, plans: "page" }, work);
  const stopReporting = reportConnections(() => [
    ...groups.map((group) => group.status()),
    statusOfPool(poolName, pool),
  ]);

  const inBatches: Send = (statement, values) =>
    (statement.writes ? batchWriteGroup : batchReadGroup).run(statement, values);
  const groupOf = ({ writes, followsIndex }: Statement) => {
    if (writes) return writeGroup;
    return followsIndex ? pageGroup : readGroup;
  };
  const queues = new Map<unknown, unknown>();
  function queueOf<Input, Answer>(batch: Batch<Input, Answer>): BatchQueue<Input, Answer> {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- A queue is stored under its own batch, whose types it has.
    let queue = queues.get(batch) as BatchQueue<Input, Answer> | undefined;
    if (!queue) {
      const { timestamps } = batch;
      const run = <Row>(statement: Sql, siteId: string | undefined) => {
        const isPrepared = siteId !== undefined && timestamps !== undefined;
        if (isPrepared && preparesOnNodes) return rowsPreparedOnNode<Row>(inBatches, statement, siteId, timestamps);
        if (isPrepared) metrics.fallbacks.add({});
        return rowsOfBatch<Row>(inBatches, statement, siteId);
      };
      queue = new BatchQueue(batch, run, batching);
      queues.set(batch, queue);
    }
    return queue;
  }

  return {
    ...queriesOn((statement, values) => groupOf(statement).run(statement, values), isDistributed),
    together: (batch, requested) => queueOf(batch).ask(requested),
    attempt: transaction,
    snapshot,
    pool,
    transaction,
    checks: {
      database_reads: () => readGroup.check(),
      database_writes: () => writeGroup.check(),
      database_pages: () => pageGroup.check(),
      database_batches: () => checkAll([batchReadGroup, batchWriteGroup]),
      database_transactions: () => transaction(async () => {}),
    },
    async checkIdle() {
      const isFull = pool.idleCount === 0 && pool.totalCount >= transactions;
      await Promise.all([...groups.map((group) => group.checkIdle()), isFull || transaction(async () => {})]);
    },
    async close() {
      await Promise.all([...groups.map((group) => group.close()), pool.end()]);
      stopReporting();
      watch.stop();
    },
  };
}

const checkAll = async (groups: readonly ConnectionGroup[]): Promise<void> =>
  void (await Promise.all(groups.map((group) => group.check())));

interface Transactions {
  name: GroupName;
  pool: pg.Pool;
  watch: SilenceWatch;
  /** Statements have the form for one site. */
  bySite: boolean;
  begin: string;
  /** Names its plans, if the transaction has other planner options than its connection. */
  plans?: "page";
}

async function inOwnTransaction<Result>(
  { name, pool, watch, bySite, begin, plans }: Transactions,
  work: (queries: Queries) => Promise<Result>,
): Promise<Result> {
  const client = await takeConnection(name, pool);
  const broken: { reason?: Error } = {};
  const run = (send: Send, turns: Turns) => work(inTransaction(client, send, turns, bySite));
  try {
    return await runTransaction({ client, begin, plans }, run, broken);
  } catch (error) {
    if (isDemotion(error)) watch.replaceAll();
    if (!(error instanceof StalePlan) || broken.reason) throw error;
    // The transaction was rolled back whole. All statements are prepared again and then lock their tables, so that no
    // migration can come in between a second time.
    return await runTransaction({ client, begin, plans }, run, broken);
  } finally {
    client.release(broken.reason ?? isReplaced(client));
  }
}

/** Throws StalePlan, and no other error, if a statement had a stale plan. */
async function runTransaction<Result>(
  { client, begin, plans }: Pick<Transactions, "begin" | "plans"> & { client: pg.ClientBase },
  work: (send: Send, turns: Turns) => Promise<Result>,
  broken: { reason?: Error },
): Promise<Result> {
  let stale: StalePlan | undefined;
  const turns = new Turns();
  const send: Send = async (statement, values) => {
    try {
      return await runPrepared(client, plans ? plannedFor(plans, statement) : statement, values);
    } catch (error) {
      if (error instanceof StalePlan) stale = error;
      throw error;
    }
  };
  try {
    await control(client, begin);
    const result = await work(send, turns);
    await turns.end();
    await control(client, "commit");
    return result;
  } catch (error) {
    try {
      await turns.end();
      await client.query("rollback");
      if (stale) await dropPlans(client);
    } catch (failure) {
      // A failed rollback must not hide the original error.
      broken.reason = errorOf(failure);
    }
    throw stale ?? error;
  }
}

function inTransaction(client: pg.ClientBase, send: Send, turns: Turns, bySite: boolean): Queries {
  const sendInTurn: Send = (statement, values) => turns.take(() => send(statement, values));
  return {
    ...queriesOn(sendInTurn, bySite),
    together: async (batch, requested) => {
      const siteId = bySite ? batch.siteOf(requested) : undefined;
      return (await rowsOfBatch<NonNullable<typeof batch.answer>>(sendInTurn, batch.statement([requested]), siteId))[0];
    },
    attempt: (work) =>
      turns.take(async () => {
        await control(client, "savepoint attempt");
        try {
          const result = await turns.nest((inside) => work(inTransaction(client, send, inside, bySite)));
          await control(client, "release savepoint attempt");
          return result;
        } catch (error) {
          await control(client, "rollback to savepoint attempt; release savepoint attempt");
          throw error;
        }
      }),
    snapshot: () => Promise.reject(new Error("A transaction cannot begin a snapshot.")),
  };
}

/** `bySite`: statements have the form for one site. */
function queriesOn(send: Send, bySite: boolean): Omit<Queries, "attempt" | "snapshot" | "together"> {
  const execute = (strings: TemplateStringsArray, values: unknown[]) => {
    const [statement, bound] = compile(strings, values);
    return send(bySite ? statementOfSite(statement) : statement, bound.map(toParameter));
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
