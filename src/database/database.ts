import type pg from "pg";
import { errorOf } from "#lib/error-of.ts";
import type { Batch } from "./statements/batch.ts";
import { database as metrics } from "#telemetry/metrics/catalog.ts";
import { reportConnections } from "#telemetry/metrics/connection-groups.ts";
import { BatchQueue, clusterBatching, defaultBatching } from "./statements/batch-queue.ts";
import { type GroupName, openConnectionGroup } from "./connection/connection-group.ts";
import { ChangedContent } from "./content/raise-version.ts";
import { type DatabaseSizes, defaultSizes, defaultStatementTimeout, grace, peerOptions } from "./database-sizes.ts";
import { Deferrals, type DeferredWork } from "./statements/deferred-work.ts";
import { isDemotion } from "./connection/outage.ts";
import * as planner from "./connection/planner-options.ts";
import { dropPlans, runPrepared } from "./statements/prepared-query.ts";
import type { ConnectionConfig } from "./servers/server-client.ts";
import { queriesOn, type Statements } from "./statements/queries.ts";
import { runBatch, runBatchOnNode, type Send } from "./statements/rows-of-batch.ts";
import type { Sql } from "./statements/sql.ts";
import { StalePlan } from "./statements/stale-plan.ts";
import { plannedFor, type Statement } from "./statements/statement.ts";
import { control } from "./connection/transaction-control.ts";
import { openTransactionPool, statusOfPool, takeConnection } from "./connection/transaction-pool.ts";
import { StatementOrder } from "#database/statements/statement-order.ts";
import { types } from "./statements/values.ts";
import { isReplaced, watchServer } from "./connection/watch-silence.ts";
import type { SilenceWatch } from "./servers/silence-watch.ts";

export interface Queries extends Statements {
  /** Returns the row for one request. Outside of transactions, concurrent requests share one statement. */
  together<Input, Answer>(batch: Batch<Input, Answer>, requested: Input): Promise<Answer | undefined>;
  /** Runs work atomically: a savepoint inside a transaction, a new transaction otherwise. */
  attempt<Result>(work: (queries: Queries) => Promise<Result>): Promise<Result>;
  /**
   * Runs reads on one snapshot (repeatable read), with the planner options of pages. Takes a connection for the whole
   * read. Not possible inside a transaction, which has seen other rows.
   */
  snapshot<Result>(work: (queries: Queries) => Promise<Result>): Promise<Result>;
  /**
   * Does the work with these items once before the transaction commits, together with items deferred earlier and later.
   * Items of a savepoint that is rolled back are dropped. Outside of transactions, does the work immediately.
   */
  defer<Item>(work: DeferredWork<Queries, Item>, items: readonly Item[]): Promise<void>;
  /** Does the deferred work now if the keys of its items are of interest. */
  doDeferred(areOfInterest: (keys: ReadonlySet<string>) => boolean): Promise<void>;
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
  const groupOf = ({ writes, inIndexOrder }: Statement) => {
    if (writes) return writeGroup;
    return inIndexOrder ? pageGroup : readGroup;
  };
  const queues = new Map<unknown, unknown>();
  function queueOf<Input, Answer>(batch: Batch<Input, Answer>): BatchQueue<Input, Answer> {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- A queue is stored under its own batch, whose types it has.
    let queue = queues.get(batch) as BatchQueue<Input, Answer> | undefined;
    if (!queue) {
      const run = <Row>(statement: Sql, siteId: string | undefined) => {
        if (siteId !== undefined && batch.onNode) {
          if (preparesOnNodes)
            return runBatchOnNode<Row>(inBatches, statement, { ...batch.onNode, writes: batch.writes }, siteId);
          metrics.fallbacks.add({});
        }
        return runBatch<Row>(inBatches, statement, batch.writes, siteId);
      };
      queue = new BatchQueue(batch, run, batching);
      queues.set(batch, queue);
    }
    return queue;
  }

  // A change of public content commits together with the new version of the content.
  const sendAlone: Send = (statement, values) =>
    statement.content === undefined
      ? groupOf(statement).run(statement, values)
      : onOwnConnection({ ...transactionSettings, begin: "begin" }, (_client, send) => send(statement, values));

  const database: Database = {
    ...queriesOn(sendAlone, isDistributed),
    together: (batch, requested) => queueOf(batch).ask(requested),
    attempt: transaction,
    snapshot,
    defer: (work, items) => work.run(database, items),
    doDeferred: async () => {},
    pool,
    transaction,
    checks: {
      database_reads: () => readGroup.check(),
      database_writes: () => writeGroup.check(),
      database_pages: () => pageGroup.check(),
      database_batches: () => batchReadGroup.check().then(() => batchWriteGroup.check()),
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
  return database;
}

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

const inOwnTransaction = <Result>(
  settings: Transactions,
  work: (queries: Queries) => Promise<Result>,
): Promise<Result> =>
  onOwnConnection(settings, async (client, send, statementOrder) => {
    const deferrals = new Deferrals<Queries>();
    const queries = inTransaction({ client, send, bySite: settings.bySite, deferrals }, statementOrder);
    const result = await work(queries);
    await deferrals.run(queries);
    return result;
  });

async function onOwnConnection<Result>(
  { name, pool, watch, begin, plans }: Transactions,
  work: (client: pg.ClientBase, send: Send, statementOrder: StatementOrder) => Promise<Result>,
): Promise<Result> {
  const client = await takeConnection(name, pool);
  const broken: { reason?: Error } = {};
  const run = (send: Send, statementOrder: StatementOrder) => work(client, send, statementOrder);
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
  work: (send: Send, statementOrder: StatementOrder) => Promise<Result>,
  broken: { reason?: Error },
): Promise<Result> {
  let stale: StalePlan | undefined;
  const statementOrder = new StatementOrder();
  const changed = new ChangedContent();
  const send: Send = async (statement, values) => {
    try {
      const outcome = await runPrepared(client, plans ? plannedFor(plans, statement) : statement, values);
      changed.note(statement, values, outcome);
      return outcome;
    } catch (error) {
      if (error instanceof StalePlan) stale = error;
      throw error;
    }
  };
  try {
    await control(client, begin);
    const result = await work(send, statementOrder);
    await statementOrder.end();
    await changed.raise(send);
    await control(client, "commit");
    return result;
  } catch (error) {
    try {
      await statementOrder.end();
      await client.query("rollback");
      if (stale) await dropPlans(client);
    } catch (failure) {
      // A failed rollback must not hide the original error.
      broken.reason = errorOf(failure);
    }
    throw stale ?? error;
  }
}

interface Transaction {
  client: pg.ClientBase;
  send: Send;
  bySite: boolean;
  deferrals: Deferrals<Queries>;
}

/** Returns the statements of a transaction, in the order of its turns. */
function inTransaction(transaction: Transaction, statementOrder: StatementOrder): Queries {
  const { client, send, bySite, deferrals } = transaction;
  const sendInTurn: Send = (statement, values) => statementOrder.take(() => send(statement, values));
  return {
    ...queriesOn(sendInTurn, bySite),
    together: async (batch, requested) => {
      const siteId = bySite ? batch.siteOf(requested) : undefined;
      const statement = batch.statement([requested]);
      return (await runBatch<NonNullable<typeof batch.answer>>(sendInTurn, statement, batch.writes, siteId))[0];
    },
    attempt: (work) =>
      statementOrder.take(async () => {
        const mark = deferrals.mark();
        await control(client, "savepoint attempt");
        try {
          const result = await statementOrder.nest((inside) => work(inTransaction(transaction, inside)));
          await control(client, "release savepoint attempt");
          return result;
        } catch (error) {
          deferrals.restore(mark);
          await control(client, "rollback to savepoint attempt; release savepoint attempt");
          throw error;
        }
      }),
    snapshot: () => Promise.reject(new Error("A transaction cannot begin a snapshot.")),
    defer: (work, items) => statementOrder.take(async () => deferrals.add(work, items)),
    async doDeferred(areOfInterest) {
      const { keys } = deferrals;
      if (keys.size > 0 && areOfInterest(keys)) await deferrals.run(inTransaction(transaction, statementOrder));
    },
  };
}
