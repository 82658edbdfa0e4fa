import pg from "pg";
import { type Database, openDatabase } from "./database.ts";
import { type EmbeddedServer, startEmbedded } from "./embedded/start.ts";
import { migrate, pendingMigrations } from "./migrate.ts";
import { describeConnectError, oldestServer, UnusableDatabaseError } from "./unusable-database.ts";

/** Where the data is: a PostgreSQL of one's own, or the embedded one in the data folder. */
export interface DatabasePlace {
  databaseUrl: string | undefined;
  dataFolder: string;
}

export interface ConnectOptions {
  /** One `serve` at a time on a data folder; a command uses the server that runs there, or starts it for itself. */
  role: "serve" | "command";
  log: (line: string) => void;
  /** Default true. False leaves the schema as it is and only says what is pending. */
  migrates?: boolean;
  /** Whether the embedded server waits for its disk. Default true. */
  durable?: boolean;
  /** Milliseconds to wait for a connection. Default ten seconds. */
  patience?: number;
}

export interface DatabaseConnection {
  database: Database;
  /** For what opens connections of its own: the job runner. */
  connection: pg.ClientConfig;
  embedded: EmbeddedServer | undefined;
  /** As PostgreSQL writes it: `18.4`. */
  serverVersion: string;
  /** Seconds by which the server's clock is ahead of ours. */
  clockAhead: number;
  /** Names of the migrations that were applied now, or, where none may be, of those that are pending. */
  migrations: string[];
  close(): Promise<void>;
}

/** Throws EmbeddedDatabaseError or UnusableDatabaseError, each with a message that says how to mend it. */
export async function connect(place: DatabasePlace, options: ConnectOptions): Promise<DatabaseConnection> {
  const { role, log, migrates = true, durable = true, patience = 10_000 } = options;
  const { databaseUrl, dataFolder } = place;
  const embedded = databaseUrl ? undefined : await startEmbedded({ dataFolder, role, log, durable });
  const connection = embedded?.connection ?? { connectionString: databaseUrl };
  try {
    const prepared = await prepare(connection, { migrates, log });
    const database = openDatabase({ connectionTimeoutMillis: patience, ...connection });
    return {
      database,
      connection,
      embedded,
      ...prepared,
      async close() {
        await database.close();
        await embedded?.stop();
      },
    };
  } catch (error) {
    await embedded?.stop();
    throw error;
  }
}

async function prepare(
  connection: pg.ClientConfig,
  { migrates, log }: { migrates: boolean; log: ConnectOptions["log"] },
) {
  const client = new pg.Client({ connectionTimeoutMillis: 10_000, application_name: "lectern", ...connection });
  // A connection that breaks fails the statement that is under way; there is nobody else to tell.
  client.on("error", () => {});
  try {
    await client.connect();
  } catch (error) {
    throw new UnusableDatabaseError(describeConnectError(error, client), { cause: error });
  }
  try {
    const server = await inspect(client);
    return { ...server, migrations: migrates ? await migrate(client, log) : await pendingMigrations(client) };
  } finally {
    await client.end();
  }
}

async function inspect(client: pg.Client): Promise<{ serverVersion: string; clockAhead: number }> {
  const { rows } = await client.query<{ version: string; number: number; time: Date }>(`
    select current_setting('server_version') as version, current_setting('server_version_num')::int as number,
           clock_timestamp() as time`);
  const { version, number, time } = rows[0]!;
  if (number < oldestServer * 10_000) {
    throw new UnusableDatabaseError(
      `The server of DATABASE_URL is PostgreSQL ${version}; Lectern needs ${oldestServer} or later. Upgrade it, or unset DATABASE_URL for the embedded one.`,
    );
  }
  return { serverVersion: version.split(" ")[0]!, clockAhead: (time.getTime() - Date.now()) / 1000 };
}
