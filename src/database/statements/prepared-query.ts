import pg from "pg";
import { timestampName, parseTimestamp } from "./timestamps.ts";
import { restoreCode } from "../connection/node-error.ts";
import { outageOf } from "../connection/outage.ts";
import { stalePlanOf, StalePlan } from "./stale-plan.ts";
import type { Statement } from "./statement.ts";
import { beginStatement, endStatement } from "./statement-telemetry.ts";
import { parserOf } from "./values.ts";

export interface Outcome {
  rows: Record<string, unknown>[];
  /** Number of rows read or written, from the server's command tag. */
  count: number;
  /** The server says that it read rows. A statement that changes rows in a common table expression can read others. */
  reads: boolean;
}

/** The columns of a statement, each with its key in a row. */
interface Columns {
  list: readonly { key: string; parse: (text: string) => unknown }[];
  /**
   * A row of nulls, which rows copy: V8 keeps an object that gets more than 16 properties by computed keys as a hash
   * table, which is three times as slow to fill and five times as slow to copy.
   */
  empty: Readonly<Record<string, unknown>>;
}

/** Prepared statements of a connection. */
interface PreparedStatements {
  /** Part of their names. Statements of a new generation are prepared again, while responses of the old one arrive. */
  generation: number;
  /** Column descriptions by statement name. */
  columns: Map<string, Columns>;
}

const preparedOn = new WeakMap<pg.ClientBase, PreparedStatements>();

/**
 * Runs a statement outside of transactions, and once more if its plan was stale. Such a statement had no effect, so
 * writes are repeated as well.
 */
export async function runAlone(
  client: pg.ClientBase,
  statement: Statement,
  values: readonly unknown[],
): Promise<Outcome> {
  try {
    return await runPrepared(client, statement, values);
  } catch (error) {
    if (!(error instanceof StalePlan)) throw error;
    return runPrepared(client, statement, values);
  }
}

/**
 * Runs a statement on an open connection. Throws DatabaseOutage if the connection or the server fails, and StalePlan
 * if the statement must be prepared again, as all statements of the connection then will be.
 */
export async function runPrepared(
  client: pg.ClientBase,
  statement: Statement,
  values: readonly unknown[],
): Promise<Outcome> {
  let prepared = preparedOn.get(client);
  if (!prepared) preparedOn.set(client, (prepared = { generation: 0, columns: new Map() }));
  const { generation } = prepared;
  const query = new PreparedQuery(prepared, statement, values);
  const running = beginStatement(statement);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- pg submits every query that extends its own class.
  client.query(query as unknown as pg.Submittable);
  try {
    const outcome = await query.outcome;
    endStatement(running, statement, { rows: outcome.count }, client);
    return outcome;
  } catch (error) {
    endStatement(running, statement, { error }, client);
    // A pipeline reports a stale plan for each statement that was sent before the first report.
    if (error instanceof StalePlan && generation === prepared.generation) {
      prepared.generation++;
      prepared.columns = new Map();
      if (isAlone(client)) await dropPlans(client).catch(() => {});
    }
    // Point the stack at the caller: errors created in a socket callback lack it.
    if (error instanceof Error) Error.captureStackTrace(error);
    throw error;
  }
}

/** Frees the memory of all prepared statements. A failed transaction cannot, before it is rolled back. */
export async function dropPlans(client: pg.ClientBase): Promise<void> {
  await runPrepared(client, deallocate, []);
}

const deallocate: Statement = { text: "deallocate all", name: undefined, writes: true, inIndexOrder: false };

/** Returns false inside a transaction, also a failed one. */
const isAlone = (client: pg.ClientBase): boolean => !["T", "E"].includes(client.getTransactionStatus() ?? "I");

/** The query interface of pg's client. Its types hide what a subclass needs. */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- The types of pg lack the members that its class has.
const PgQuery = pg.Query as unknown as new (text: string) => {
  text: string;
  name: string | undefined;
  values: readonly unknown[];
  /** pg calls it on failure, this class on success. */
  callback: (error: Error | null) => void;
  hasBeenParsed(connection: PgConnection): unknown;
};

interface PgConnection {
  parse(statement: { text: string; name: string | undefined }): void;
  bind(bound: { statement: string | undefined; values: readonly unknown[] }): void;
  describe(portal: { type: "P" }): void;
  execute(portal: object): void;
  sync(): void;
  submittedNamedStatements: Record<string, string>;
}

/**
 * pg requests a column description at every execution and looks up the parsers each time. This class caches both per
 * prepared statement. That is safe, because the server refuses to run a statement whose columns changed.
 */
class PreparedQuery extends PgQuery {
  readonly outcome: Promise<Outcome>;
  /** The tests compare what it declares with its text. */
  readonly statement: Statement;
  readonly #reject: (error: Error) => void;
  readonly #described: Map<string, Columns>;
  readonly #rows: Record<string, unknown>[] = [];
  #count = 0;
  #reads = false;
  #columns: Columns | undefined;
  /** First parse error of a value. The response is read to its end anyway. */
  #unreadable: Error | null = null;

  constructor({ generation, columns }: PreparedStatements, statement: Statement, values: readonly unknown[]) {
    super("");
    const { text, name } = statement;
    this.statement = statement;
    this.text = text;
    this.name = name === undefined || generation === 0 ? name : `${name}_${generation}`;
    this.values = values;
    this.#described = columns;
    const { promise, resolve, reject } = Promise.withResolvers<Outcome>();
    this.outcome = promise;
    this.#reject = reject;
    this.callback = (error) => {
      if (error === null) resolve({ rows: this.#rows, count: this.#count, reads: this.#reads });
      else reject(stalePlanOf(error) ?? outageOf(error) ?? restoreCode(error));
    };
  }

  requiresPreparation(): boolean {
    return true;
  }

  prepare(connection: PgConnection): void {
    const { text, name, values } = this;
    if (!this.hasBeenParsed(connection)) {
      connection.parse({ text, name });
      if (name !== undefined) connection.submittedNamedStatements[name] = text;
    }
    connection.bind({ statement: name, values });
    this.#columns = name === undefined ? undefined : this.#described.get(name);
    if (!this.#columns) connection.describe({ type: "P" });
    connection.execute({});
    connection.sync();
  }

  handleRowDescription({ fields }: { fields: readonly { name: string; dataTypeID: number }[] }): void {
    const list = fields.map(({ name, dataTypeID }) => ({
      key: camelCase(timestampName(name) ?? name),
      parse: timestampName(name) === undefined ? parserOf(dataTypeID) : parseTimestamp,
    }));
    this.#columns = { list, empty: Object.fromEntries(list.map(({ key }) => [key, null])) };
    if (this.name !== undefined) this.#described.set(this.name, this.#columns);
  }

  handleDataRow({ fields }: { fields: readonly (string | null)[] }): void {
    if (!this.#columns) throw new Error("The server sent a row before its description.");
    const row: Record<string, unknown> = { ...this.#columns.empty };
    let index = 0;
    try {
      for (const { key, parse } of this.#columns.list) {
        const text = fields[index++] ?? null;
        row[key] = text === null ? null : parse(text);
      }
      this.#rows.push(row);
    } catch (error) {
      this.#unreadable = error instanceof Error ? error : new Error(String(error));
    }
  }

  /** `SELECT 3`, `INSERT 0 1` */
  handleCommandComplete({ text }: { text: string }): void {
    this.#reads = text.startsWith("SELECT");
    this.#count = Number(text.slice(text.lastIndexOf(" ") + 1)) || 0;
  }

  handleReadyForQuery(): void {
    if (this.#unreadable) this.#reject(this.#unreadable);
    else this.callback(null);
  }
}

export const camelCase = (name: string): string =>
  name.replace(/_(\w)/g, (_match, letter: string) => letter.toUpperCase());
