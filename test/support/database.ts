import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { Logger, runMigrations } from "graphile-worker";
import { connect } from "#database/connect.ts";
import { atEnd } from "./at-end.ts";

const { TEST_DATABASE_URL } = process.env;

/** One database for all tests of the process, each of which owns its site: the given one, or a throw-away server. */
const dataFolder = mkdtempSync(path.join(tmpdir(), "lectern-test-"));
// As root the database runs as another user, which has to reach its data.
chmodSync(dataFolder, 0o755);

const connection = await connect(
  { databaseUrl: TEST_DATABASE_URL, dataFolder },
  // While all files of tests are read, nothing else is done: a connection may have to wait that long.
  { role: "command", log: () => {}, durable: false, patience: 120_000 },
);

// As a server does before it answers: what is posted waits in the queue, whether or not anything delivers it.
await runMigrations({ pgPool: connection.database.pool, logger: new Logger(() => () => {}) });

atEnd(async () => {
  await connection.close();
  rmSync(dataFolder, { recursive: true, force: true });
});

export const { database } = connection;
export const connectionConfig = connection.connection;
