import pg from "pg";
import type { Database, Queries } from "#database/database.ts";
import {
  batchOptions,
  pageOptions,
  sessionOptions,
  snapshotOptions,
  writeOptions,
} from "#database/connection/planner-options.ts";
import type { Returning } from "#database/statements/queries.ts";
import { compile } from "#database/statements/statement.ts";
import { toParameter } from "#database/statements/values.ts";
import type { Plan } from "./query-plans.ts";

export interface RecordedPlan {
  text: string;
  /** Planned for its values, or once for all values. Cached: once for all values, when the statement first ran. */
  mode: "custom" | "generic" | "cached";
  plan: Plan;
}

export interface PlanRecorder {
  /** Plans and runs each statement as its connections do, rolls that back, and then runs it. */
  database: Database;
  /** Returns the plans since the last call. */
  take: () => RecordedPlan[];
  /**
   * Cached: from now on, each statement keeps the generic plan of its first run, as on connections that are older than
   * the rows. New (the default): it is planned for each run, on connections that do not remember earlier sizes of
   * indexes.
   */
  usePlans: (which: "new" | "cached") => void;
  close: () => Promise<void>;
}

/** `inTransactions`: also plans the statements of transactions. */
export function openPlanRecorder(
  database: Database,
  connection: pg.ClientConfig,
  { inTransactions = false } = {},
): PlanRecorder {
  let recorded: RecordedPlan[] = [];
  let isCached = false;
  const sessions = new Map<string, Session>();
  const sessionFor = (options: string): Session => {
    const key = `${isCached ? "cached" : "new"} ${options}`;
    let session = sessions.get(key);
    if (!session) sessions.set(key, (session = openSession({ ...connection, options })));
    return session;
  };

  async function explainOn(options: string, strings: readonly string[], values: readonly unknown[]): Promise<void> {
    const [{ text, name }, bound] = compile(strings, values);
    for (const mode of isCached ? (["cached"] as const) : modesOf(options, name)) {
      const plan = await sessionFor(options)(({ client, cached }) =>
        mode === "cached"
          ? cachedPlanOf(client, cached, text, bound)
          : newPlanOf(client, inTransactionOf(client), { mode, text, bound }),
      );
      recorded.push({ text, mode, plan });
    }
  }
  const explain: Explain = (strings, values, writes) => {
    const { inIndexOrder } = compile(strings, values, writes)[0];
    if (writes) return explainOn(writeOptions, strings, values);
    return explainOn(inIndexOrder ? pageOptions : sessionOptions, strings, values);
  };

  /** The connection of the transaction that begins. */
  let acquired: pg.ClientBase | undefined;
  database.pool.on("acquire", (client) => (acquired = client));

  /** Plans and runs a statement on the connection of its transaction, and rolls that back. */
  async function explainInside(
    queries: Queries,
    client: pg.ClientBase,
    strings: readonly string[],
    values: readonly unknown[],
  ): Promise<void> {
    const [{ text, name }, bound] = compile(strings, values);
    // Settings of the transaction have no plan.
    if (/^\s*set\b/.test(text)) return;
    for (const mode of modesOf(writeOptions, name)) {
      recorded.push({ text, mode, plan: await newPlanOf(client, inSavepoint(queries), { mode, text, bound }) });
    }
  }

  function inTransaction(queries: Queries, client: pg.ClientBase): Queries {
    const inTurn = oneAfterTheOther();
    const recordedQueries: Queries = {
      ...recordedOf(queries, (strings, values) => explainInside(queries, client, strings, values), inTurn),
      together: (batch, requested) =>
        inTurn(async () => {
          const { strings, values } = batch.statement([requested]);
          await explainInside(queries, client, strings, values);
          return queries.together(batch, requested);
        }),
      attempt: (work) => inTurn(() => queries.attempt((inside) => work(inTransaction(inside, client)))),
      snapshot: (work) => queries.snapshot(work),
      // Immediately, so that its statements are planned, too.
      defer: (work, items) => work.run(recordedQueries, items),
      doDeferred: async () => {},
    };
    return recordedQueries;
  }

  const transaction: Database["transaction"] = (work) =>
    database.transaction((queries) => {
      if (!acquired) throw new Error("The transaction has no connection.");
      return work(inTransaction(queries, acquired));
    });

  return {
    database: {
      ...database,
      ...recordedOf(database, explain),
      ...(inTransactions && { attempt: transaction, transaction }),
      snapshot: (work) =>
        database.snapshot((queries) =>
          work({
            ...queries,
            ...recordedOf(queries, (strings, values) => explainOn(snapshotOptions, strings, values)),
          }),
        ),
      async together(batch, requested) {
        const { strings, values } = batch.statement([requested]);
        await explainOn(batchOptions, strings, values);
        return database.together(batch, requested);
      },
    },
    take() {
      const taken = recorded;
      recorded = [];
      return taken;
    },
    usePlans(which) {
      isCached = which === "cached";
    },
    async close() {
      for (const session of sessions.values()) await session(({ client }) => client.end());
    },
  };
}

type Explain = (strings: TemplateStringsArray, values: readonly unknown[], writes: boolean) => Promise<void>;

/** Runs work, possibly after other work. */
type InTurn = <Result>(work: () => Promise<Result>) => Promise<Result>;

/** Statements of a transaction may be sent at the same time. The savepoint of one must not contain another. */
function oneAfterTheOther(): InTurn {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const result = last.then(work);
    last = result.catch(() => {});
    return result;
  };
}

/** Explains each statement before it runs. */
function recordedOf(
  queries: Queries,
  explain: Explain,
  inTurn: InTurn = (work) => work(),
): Omit<Queries, "together" | "attempt" | "snapshot" | "defer" | "doDeferred"> {
  const explaining =
    (writes: boolean) =>
    <Result>(strings: TemplateStringsArray, values: unknown[], run: () => Promise<Result>): Promise<Result> =>
      inTurn(async () => {
        await explain(strings, values, writes);
        return run();
      });
  const returning = (sender: Returning, explained: ReturnType<typeof explaining>): Returning => ({
    many: <Row>(strings: TemplateStringsArray, ...values: unknown[]) =>
      explained(strings, values, () => sender.many<Row>(strings, ...values)),
    first: <Row>(strings: TemplateStringsArray, ...values: unknown[]) =>
      explained(strings, values, () => sender.first<Row>(strings, ...values)),
    one: <Row>(strings: TemplateStringsArray, ...values: unknown[]) =>
      explained(strings, values, () => sender.one<Row>(strings, ...values)),
  });
  return {
    ...returning(queries, explaining(false)),
    write: returning(queries.write, explaining(true)),
    run: (strings, ...values) => explaining(true)(strings, values, () => queries.run(strings, ...values)),
  };
}

/** Runs work in what is rolled back afterwards, and returns its result. */
type Undoing = <Result>(work: () => Promise<Result>) => Promise<Result>;

const inSavepoint =
  (queries: Queries): Undoing =>
  async (work) => {
    const undone = new Error("Rolled back");
    const done: { result?: Awaited<ReturnType<typeof work>> } = {};
    try {
      await queries.attempt(async () => {
        done.result = await work();
        throw undone;
      });
    } catch (error) {
      if (error !== undone) throw error;
    }
    return done.result!;
  };

const inTransactionOf =
  (client: pg.ClientBase): Undoing =>
  async (work) => {
    await client.query("begin");
    try {
      return await work();
    } finally {
      await client.query("rollback");
    }
  };

/**
 * Batches and pages always use generic plans. Statements without a name are planned for their values. For others,
 * PostgreSQL may change from one to the other.
 */
function modesOf(options: string, name: string | undefined): readonly ("custom" | "generic")[] {
  if (options !== sessionOptions && options !== writeOptions) return ["generic"];
  return name === undefined ? ["custom"] : ["custom", "generic"];
}

interface Connected {
  client: pg.Client;
  /** Names of prepared statements by text. */
  cached: Map<string, string>;
}

/** Runs work on one connection, one after the other. */
type Session = <Result>(work: (connected: Connected) => Promise<Result>) => Promise<Result>;

function openSession(config: pg.ClientConfig): Session {
  const connected: Connected = { client: new pg.Client(config), cached: new Map() };
  let last: Promise<unknown> = connected.client.connect();
  return (work) => {
    const result = last.then(() => work(connected));
    last = result.catch(() => {});
    return result;
  };
}

interface Planned {
  mode: string;
  text: string;
  bound: readonly unknown[];
}

let prepared = 0;

async function newPlanOf(client: pg.ClientBase, undoing: Undoing, { mode, text, bound }: Planned): Promise<Plan> {
  const name = `requested_${prepared++}`;
  await client.query(`prepare ${name} as ${text}`);
  try {
    return await undoing(() => planOf(client, name, mode, bound));
  } finally {
    await client.query(`deallocate ${name}`);
  }
}

async function cachedPlanOf(
  client: pg.Client,
  cached: Map<string, string>,
  text: string,
  bound: readonly unknown[],
): Promise<Plan> {
  let name = cached.get(text);
  if (name === undefined) {
    name = `cached_${cached.size}`;
    await client.query(`prepare ${name} as ${text}`);
    cached.set(text, name);
  }
  const cachedName = name;
  return inTransactionOf(client)(() => planOf(client, cachedName, "generic", bound));
}

/** Requires a transaction that is rolled back. */
async function planOf(client: pg.ClientBase, name: string, mode: string, bound: readonly unknown[]): Promise<Plan> {
  await client.query(`set local plan_cache_mode = force_${mode}_plan`);
  const literals = bound.map((value) => literal(toParameter(value)));
  const { rows } = await client.query<{ "QUERY PLAN": [{ Plan: Plan }] }>(
    `explain (analyze, timing off, buffers, format json) execute ${name}${literals.length > 0 ? ` (${literals.join(", ")})` : ""}`,
  );
  return rows[0]!["QUERY PLAN"][0].Plan;
}

const literal = (value: string | Buffer | null): string => {
  if (value === null) return "null";
  return pg.escapeLiteral(Buffer.isBuffer(value) ? `\\x${value.toString("hex")}` : value);
};
