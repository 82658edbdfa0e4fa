import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import type pg from "pg";
import type { Database } from "#database/database.ts";
import { connect } from "#database/connection/connect.ts";
import { startEmbedded } from "#database/embedded/start.ts";
import { atEnd } from "../processes/at-end.ts";
import { connectionConfig } from "../databases/database.ts";
import { lectern, type Outcome, temporaryDataFolder } from "./installation.ts";
import { storageFolder } from "./storage.ts";
import { columnsOfEverything } from "./whole-database.ts";
import { secretKey } from "../world.ts";

const keys = { LECTERN_ENV: "production", LECTERN_SECRET_KEY: secretKey.toString("hex"), LECTERN_LOG_LEVEL: "silent" };

/** The settings of the installation that all tests of the process share. */
export const sharedSettings = (): Record<string, string> => ({
  ...keys,
  DATABASE_URL: addressOf(connectionConfig),
  LECTERN_STORAGE_URL: pathToFileURL(storageFolder).href,
  LECTERN_DATA: aFolder(),
});

function addressOf({ connectionString, host = "", user = "", password, database = "" }: pg.ClientConfig): string {
  if (connectionString !== undefined) return connectionString;
  const url = new URL(`postgres://localhost/${database}`);
  url.username = user;
  url.password = String(password);
  url.searchParams.set("host", host);
  return url.href;
}

/** A temporary folder that is removed at the end. */
export function aFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), "lectern-backups-"));
  atEnd(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

export interface EmptyInstallation {
  filesFolder: string;
  /** The address of its database, as of an external server. */
  databaseUrl: string;
  env: Record<string, string>;
  run(args: readonly string[], env?: Record<string, string>): Promise<Outcome>;
  /** Opens its database for the work, and closes it again. */
  use<Result>(work: (database: Database) => Promise<Result>): Promise<Result>;
}

/** An installation without a schema. Its database server belongs to this process, so that commands start quickly. */
export async function anEmptyInstallation(): Promise<EmptyInstallation> {
  const dataFolder = temporaryDataFolder();
  const server = await startEmbedded({ dataFolder, role: "command", durable: false });
  atEnd(async () => {
    await server.stop();
    rmSync(dataFolder, { recursive: true, force: true });
  });
  const env = { ...keys, LECTERN_DATA: dataFolder };
  return {
    databaseUrl: addressOf(server.connection),
    filesFolder: path.join(dataFolder, "files"),
    env,
    run: (args, more = {}) => lectern(args, { env: { ...env, ...more } }),
    async use(work) {
      const options = { role: "command", log: () => {}, migrates: false } as const;
      const connection = await connect({ databaseUrl: undefined, dataFolder }, options);
      try {
        return await work(connection.database);
      } finally {
        await connection.close();
      }
    },
  };
}

/** All rows of a site, as text, by table. */
export async function rowsOfSite(database: Database, siteId: string): Promise<Record<string, string[]>> {
  const rowsByTable: Record<string, string[]> = {};
  for (const [table, columns] of Object.entries(await columnsOfEverything(database))) {
    if (!columns.includes("site_id")) continue;
    const { rows } = await database.pool.query<{ row: string }>(
      `select whole::text as row from ${table} as whole where site_id = $1`,
      [siteId],
    );
    rowsByTable[table] = rows.map(({ row }) => row).toSorted();
  }
  return rowsByTable;
}

/** All rows of all tables, as text, except the state of the messages and of the job queue. */
export async function rowsOfInstallation(database: Database): Promise<Record<string, string[]>> {
  const rowsByTable: Record<string, string[]> = {};
  for (const table of Object.keys(await columnsOfEverything(database))) {
    if (table.startsWith("graphile_worker.") || table === "message_hold") continue;
    const { rows } = await database.pool.query<{ row: string }>(`select whole::text as row from ${table} as whole`);
    rowsByTable[table] = rows.map(({ row }) => row).toSorted();
  }
  return rowsByTable;
}
