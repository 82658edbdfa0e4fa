import type pg from "pg";
import { only } from "#lib/collections/only.ts";
import { type Database, openDatabase } from "../database.ts";
import type { Connection } from "../embedded/connection.ts";
import type { EmbeddedServer } from "../embedded/start.ts";
import { appliedMigrations } from "../migrate/applied-migrations.ts";
import { addRunners, distribute, hasRunners, isDistributed } from "../cluster/cluster.ts";
import { migrate, pendingMigrations } from "../migrate/migrate.ts";
import { missingObjects } from "../migrate/missing-objects.ts";
import { newerMigrations, requiredBy } from "../migrate/newer-schema.ts";
import { connectionOfUrl } from "../servers/connection-of-url.ts";
import { type ConnectionConfig, ServerClient } from "../servers/server-client.ts";
import { watchServer } from "./watch-silence.ts";
import {
  describeConnectError,
  describeMissing,
  oldestServer,
  UnusableDatabaseError,
} from "../migrate/unusable-database.ts";

/** Location of the data: an external PostgreSQL server or the embedded one in the data folder. */
export interface DatabaseLocation {
  databaseUrl: string | undefined;
  dataFolder: string;
}

export interface ConnectOptions {
  /** Only one `serve` process may use a data folder. A command attaches to its server or starts one for itself. */
  role: "serve" | "command";
  log: (line: string) => void;
  /** Connection to the embedded server of another process, which this one depends on. */
  connection?: Connection | undefined;
  /** The embedded server, if it is already starting. */
  embedded?: Promise<EmbeddedServer> | undefined;
  /** Default true. False leaves the schema unchanged and only reports pending migrations. */
  migrates?: boolean;
  /** Refuses a database in which no tables were created yet. */
  mustExist?: boolean;
  /** Makes the embedded server wait for disk writes (fsync). Default true. */
  durable?: boolean;
  /** Milliseconds for opening a connection or waiting for a free one. Default 10,000. */
  connectionTimeout?: number;
  /** Milliseconds. Default 15,000. */
  statementTimeout?: number;
}

/** Jobs change many rows per statement, and no request waits for them. */
const jobTimeouts = { connectionTimeoutMillis: 10_000, statement_timeout: 15_000 };

/** Few connections: the job runner runs four jobs at a time. Two imports at their peak leave one for other jobs. */
export const jobSizes = { readers: 1, writers: 1, pages: 1, batches: 1, transactions: 9 };

export interface DatabaseConnection {
  database: Database;
  /** The same database on separate connections with the time limits of jobs. Connects on first use. */
  jobs: Database;
  /** For components that open their own connections, such as the job runner. */
  connection: ConnectionConfig;
  embedded: EmbeddedServer | undefined;
  /** Version string of the server, for example `18.4`. */
  serverVersion: string;
  /** Seconds by which the server's clock is ahead of this process. */
  clockAhead: number;
  /** Names of the applied migrations, or of the pending ones if `migrates` is false. */
  migrations: string[];
  /** The oldest release that can run beside these migrations. Undefined if there are none. */
  requires: string | undefined;
  /** Names of applied migrations that a newer version added, and beside which this version can run. */
  newer: string[];
  close(): Promise<void>;
}

/** Throws EmbeddedDatabaseError or UnusableDatabaseError, each with instructions for the operator. */
export async function connect(location: DatabaseLocation, options: ConnectOptions): Promise<DatabaseConnection> {
  const { role, log, migrates = true, mustExist = false, durable = true } = options;
  const { databaseUrl, dataFolder } = location;
  const isElsewhere = databaseUrl !== undefined || options.connection !== undefined;
  const embedded = isElsewhere
    ? undefined
    : await (options.embedded ??
        (await import("../embedded/start.ts")).startEmbedded({ dataFolder, role, log, durable }));
  const server = options.connection ?? embedded?.connection ?? connectionOfUrl(databaseUrl ?? "");
  const connection = { ...server, watch: watchServer() };
  try {
    const prepared = await prepare(connection, { migrates, mustExist, log });
    if (role === "serve" && prepared.newer.length > 0) log(besideNewer(prepared.newer));
    const { isDistributed, preparesOnNodes } = prepared;
    const timeouts = {
      connectionTimeoutMillis: options.connectionTimeout ?? jobTimeouts.connectionTimeoutMillis,
      statement_timeout: options.statementTimeout ?? jobTimeouts.statement_timeout,
    };
    const database = openDatabase({ ...timeouts, ...connection }, { isDistributed, preparesOnNodes });
    const jobs = openDatabase(
      { ...jobTimeouts, ...connection },
      { ...jobSizes, isDistributed, preparesOnNodes },
      "jobs",
    );
    return {
      database,
      jobs,
      connection,
      embedded,
      ...prepared,
      async close() {
        await Promise.all([database.close(), jobs.close()]);
        await embedded?.stop();
      },
    };
  } catch (error) {
    await embedded?.stop();
    throw error;
  }
}

const besideNewer = (newer: readonly string[]): string =>
  `The database was migrated by a newer version of Lectern (${newer.join(", ")}), beside which this version can run. Upgrade this process next.`;

async function prepare(
  connection: ConnectionConfig,
  { migrates, mustExist, log }: { migrates: boolean; mustExist: boolean; log: ConnectOptions["log"] },
) {
  const client = new ServerClient({ connectionTimeoutMillis: 10_000, application_name: "lectern", ...connection });
  // A broken connection fails its current statement, so there is nothing else to report.
  client.on("error", () => {});
  try {
    await client.connect();
  } catch (error) {
    throw new UnusableDatabaseError(describeConnectError(error, client), { cause: error });
  }
  try {
    const server = await inspect(client);
    if (mustExist && (await appliedMigrations(client)).length === 0) throw new UnusableDatabaseError(emptyDatabase);
    const pending = await pendingMigrations(client);
    await requireWhole(client);
    const migrations = migrates ? await migrate(client, { report: log }) : pending;
    const distributed = await isDistributed(client);
    if (migrates && migrations.length > 0) {
      if (distributed) await distribute(client, log);
      await requireWhole(client);
    }
    if (migrates && distributed) await addRunners(client, log);
    const preparesOnNodes = distributed && (await hasRunners(client));
    const newer = newerMigrations(await appliedMigrations(client)).map(({ name }) => name);
    return {
      ...server,
      migrations,
      requires: requiredBy(migrations),
      newer,
      isDistributed: distributed,
      preparesOnNodes,
    };
  } finally {
    await client.end();
  }
}

const emptyDatabase =
  "The database has no tables of Lectern. Set DATABASE_URL to the database of the installation. `lectern migrate` creates a new one.";

async function requireWhole(client: pg.Client): Promise<void> {
  const trouble = describeMissing(await missingObjects(client));
  if (trouble !== undefined) throw new UnusableDatabaseError(trouble);
}

async function inspect(client: pg.Client): Promise<{ serverVersion: string; clockAhead: number }> {
  const { rows } = await client.query<{ version: string; number: number; time: Date }>(`
    select current_setting('server_version') as version, current_setting('server_version_num')::int as number,
           clock_timestamp() as time`);
  const { version, number, time } = only(rows);
  if (number < oldestServer * 10_000) {
    throw new UnusableDatabaseError(
      `The server of DATABASE_URL is PostgreSQL ${version}; Lectern needs ${oldestServer} or later. Upgrade it, or unset DATABASE_URL for the embedded one.`,
    );
  }
  const [serverVersion = ""] = version.split(" ");
  return { serverVersion, clockAhead: (time.getTime() - Date.now()) / 1000 };
}
