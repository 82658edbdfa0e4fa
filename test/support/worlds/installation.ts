import { execFile, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { text } from "node:stream/consumers";
import { promisify } from "node:util";
import pg from "pg";
import { connect, type DatabaseLocation } from "#database/connection/connect.ts";
import type { Database } from "#database/database.ts";
import { atEnd } from "../processes/at-end.ts";
import { dropDatabase } from "../databases/drop-database.ts";

const { TEST_DATABASE_URL } = process.env;
const main = path.join(import.meta.dirname, "../../../src/cli/main.ts");

/** Exit code and output of a command. */
export interface Outcome {
  code: number | null;
  stdout: string;
  stderr: string;
}

interface CommandOptions {
  stdin?: string | Uint8Array;
  env?: Record<string, string>;
}

/** Runs a `lectern` process with no other settings. As in production, Node.js has its cache of compiled code. */
export async function lectern(args: readonly string[], { stdin = "", env = {} }: CommandOptions): Promise<Outcome> {
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const child = spawn(process.execPath, [main, ...args], { env: { PATH, NODE_COMPILE_CACHE, ...env } });
  const code = new Promise<number | null>((resolve) => child.on("close", resolve));
  child.stdin.on("error", () => {}).end(stdin);
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { code: await code, stdout, stderr };
}

export interface TestInstallation {
  database: Database;
  /** For code that opens its own connections. */
  connection: pg.ClientConfig;
  dataFolder: string;
  env: Record<string, string>;
  /** Runs a command in parallel to the test on the same database. */
  lectern(args: readonly string[], options?: CommandOptions): Promise<Outcome>;
  close(): Promise<void>;
}

/** An empty installation of its own: on a new embedded server, or in a new database of the configured one. */
export async function anInstallation({ migrates = true } = {}): Promise<TestInstallation> {
  const dataFolder = temporaryDataFolder();
  const databaseUrl = TEST_DATABASE_URL && (await newDatabase(TEST_DATABASE_URL));
  if (migrates && !databaseUrl) await copyMigratedCluster(dataFolder);
  const location: DatabaseLocation = { dataFolder, databaseUrl };
  // Tests insert more rows in one statement than a request can, on machines of any speed.
  const timeouts = { connectionTimeout: 120_000, statementTimeout: 600_000 };
  const connection = await connect(location, { role: "command", log: () => {}, durable: false, migrates, ...timeouts });
  // Only production creates and serves sites that are not on this machine.
  const production = { LECTERN_ENV: "production", LECTERN_SECRET_KEY: "5e".repeat(32), LECTERN_LOG_LEVEL: "silent" };
  const env = { ...production, LECTERN_DATA: dataFolder, ...(databaseUrl && { DATABASE_URL: databaseUrl }) };
  return {
    database: connection.database,
    connection: connection.connection,
    dataFolder,
    env,
    lectern: (args, options = {}) => lectern(args, { ...options, env: { ...env, ...options.env } }),
    async close() {
      await connection.close();
      if (databaseUrl) await drop(databaseUrl);
      rmSync(dataFolder, { recursive: true, force: true });
    },
  };
}

/** The URL of a server for another program. */
export function urlOf(connection: pg.ClientConfig): string {
  const { host, port, user = "", password, database } = new pg.Client(connection);
  const [name, secret] = [user, password ?? ""].map(encodeURIComponent);
  return `postgresql://${name}:${secret}@/${database}?host=${encodeURIComponent(host)}&port=${port}`;
}

let migratedFolder: Promise<string> | undefined;

/** Copies a migrated cluster, which is much faster than to create one. `cp` keeps the owner of the files. */
async function copyMigratedCluster(dataFolder: string): Promise<void> {
  migratedFolder ??= migratedCluster();
  await promisify(execFile)("cp", ["-a", `${await migratedFolder}/.`, dataFolder]);
}

async function migratedCluster(): Promise<string> {
  const dataFolder = temporaryDataFolder();
  atEnd(() => rmSync(dataFolder, { recursive: true, force: true }));
  const location = { dataFolder, databaseUrl: undefined };
  const connection = await connect(location, { role: "command", log: () => {}, durable: false });
  await connection.close();
  return dataFolder;
}

export function temporaryDataFolder(): string {
  const dataFolder = mkdtempSync(path.join(tmpdir(), "lectern-test-"));
  // As root the database runs as another user, which needs access to its data.
  chmodSync(dataFolder, 0o755);
  return dataFolder;
}

async function newDatabase(url: string): Promise<string> {
  const created = new URL(url);
  created.pathname = `/lectern_test_${randomBytes(6).toString("hex")}`;
  await administer(url, (client) => client.query(`create database ${nameIn(created.href)}`));
  return created.href;
}

const nameIn = (url: string) => new URL(url).pathname.slice(1);

const drop = (url: string) => administer(TEST_DATABASE_URL!, (client) => dropDatabase(client, nameIn(url)));

async function administer(url: string, work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await work(client);
  await client.end();
}
