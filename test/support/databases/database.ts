import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { Logger, runMigrations } from "graphile-worker";
import { connect } from "#database/connection/connect.ts";
import { atEnd } from "../processes/at-end.ts";

const { TEST_DATABASE_URL } = process.env;

/**
 * One database for all tests of the process, each of which owns its site: the configured one, or a temporary server.
 */
const dataFolder = mkdtempSync(path.join(tmpdir(), "lectern-test-"));
// As root the database runs as another user, which needs access to its data.
chmodSync(dataFolder, 0o755);

const connection = await connect(
  { databaseUrl: TEST_DATABASE_URL, dataFolder },
  // Loading all test files blocks the event loop: a connection may have to wait that long. Tests insert more rows in
  // one statement than a request can, on machines of any speed.
  { role: "command", log: () => {}, durable: false, connectionTimeout: 120_000, statementTimeout: 600_000 },
);

// As a server does before it listens: jobs are queued whether or not a worker runs.
await runMigrations({ pgPool: connection.database.pool, logger: new Logger(() => () => {}) });

atEnd(async () => {
  await connection.close();
  rmSync(dataFolder, { recursive: true, force: true });
});

export const { database } = connection;
/** Without the watch for silence: a test whose connections are silent must not close those of others. */
export const connectionConfig = { ...connection.connection, watch: undefined };
