import { lchownSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import type { ArchiveFolder } from "#lib/archive/archive-folder.ts";
import { findBinaries } from "../embedded/binaries.ts";
import { draftCluster, hasCluster } from "../embedded/cluster.ts";
import { EmbeddedDatabaseError } from "../embedded/errors.ts";
import { type Home, openHome } from "../embedded/home.ts";
import { describeHolder, lockHome } from "../embedded/home-locks.ts";
import { runnableBinaries } from "../embedded/own-server.ts";
import { runServer } from "../embedded/server.ts";
import type { WalPart } from "./archive-names.ts";
import { nameOfCopy } from "./archive-names.ts";
import type { SeriesInArchive } from "./choose-series.ts";
import { extractCopy } from "./extract-copy.ts";
import { extractWal } from "./extract-wal.ts";

export interface Recovery {
  dataFolder: string;
  durable: boolean;
  folder: ArchiveFolder;
  series: SeriesInArchive;
  at: Date | "latest";
  /** Works on the recovered database before it takes effect, as a superuser. */
  complete: (client: pg.Client) => Promise<void>;
  onProgress: (stage: "copy" | "wal" | "replay", part: number) => void;
  log: (line: string) => void;
}

/** Returns whether the data folder has an embedded database. Creates nothing. */
export function hasDatabase(dataFolder: string): boolean {
  return hasCluster({ cluster: join(dataFolder, "postgres", "cluster") });
}

/**
 * Creates the database of a new data folder from a copy and the WAL that follows it, up to a time. It takes effect once
 * it is complete. Throws EmbeddedDatabaseError and UnusableArchive.
 */
export async function recoverCluster(recovery: Recovery): Promise<void> {
  const { dataFolder, log } = recovery;
  const home = openHome(dataFolder, log);
  const locks = (["serve", "owner"] as const).map((name) => ({ name, lock: lockHome(home, name, "command") }));
  try {
    const taken = locks.find(({ lock }) => lock === undefined);
    if (taken)
      throw new EmbeddedDatabaseError(`${describeHolder(home, taken.name)} uses ${dataFolder}. Stop it first.`);
    if (hasCluster(home)) throw new EmbeddedDatabaseError(`${home.cluster} already contains a database.`);
    await draftCluster(home, (draft, password) => recoverDraft(draft, password, recovery));
  } finally {
    for (const { lock } of locks) lock?.release();
  }
}

async function recoverDraft(draft: Home, password: string, recovery: Recovery): Promise<void> {
  const { folder, series, at, onProgress, log, durable } = recovery;
  const { timeline, segmentSize } = series.facts;
  const owner = draft.runAs;
  onProgress("copy", 0);
  const { bytes } = await folder.location(nameOfCopy(series.name)).open();
  await extractCopy(bytes, draft.cluster, owner);
  const parts = partsUntil(series.range.parts, at);
  await extractWal(folder, parts, { cluster: draft.cluster, timeline, segmentSize, owner }, (part) =>
    onProgress("wal", part),
  );

  onProgress("replay", 0);
  const write = (file: string, text: string) => {
    writeFileSync(file, text, { mode: 0o600 });
    if (owner) lchownSync(file, owner.uid, owner.gid);
  };
  write(join(draft.cluster, "recovery.signal"), "");
  // The passwords of the copy are unknown here. The socket is in a folder that only its owner can enter.
  const access = join(draft.folder, "pg_hba.conf");
  write(access, "local all all trust\n");
  write(join(draft.folder, "password"), password);
  const binaries = runnableBinaries(findBinaries(), owner, log);
  const settings = { ...recoverySettings(at), hba_file: access };
  const server = await runServer(draft, binaries, { durable, processes: 1, log, settings });
  try {
    await useDatabase(server.connection, async (client) => {
      for (const role of ["postgres", server.connection.user]) {
        await client.query(`alter role ${role} password ${client.escapeLiteral(password)}`);
      }
      await recovery.complete(client);
    });
  } finally {
    await server.stop();
  }
  onProgress("replay", 1);
}

/** The first part that covers a later time has the commit at which recovery ends. */
function partsUntil(parts: readonly WalPart[], at: Date | "latest"): readonly WalPart[] {
  if (at === "latest") return parts;
  const last = parts.findIndex(({ coveredUntil }) => coveredUntil > at);
  return parts.slice(0, last + 1);
}

/** PostgreSQL, "Archive Recovery" and "Recovery Target". */
const recoverySettings = (at: Date | "latest"): Record<string, string> => ({
  // All WAL is in pg_wal already.
  restore_command: "false",
  ...(at !== "latest" && {
    // PostgreSQL does not know abbreviations such as Z before it runs.
    recovery_target_time: at.toISOString().replace("Z", "+00"),
    recovery_target_action: "promote",
  }),
  // Accepts connections only after the recovery.
  hot_standby: "off",
});

async function useDatabase(
  connection: { host: string; port: number; database: string },
  work: (client: pg.Client) => Promise<void>,
): Promise<void> {
  const { host, port, database } = connection;
  const client = new pg.Client({ host, port, database, user: "postgres", application_name: "lectern restore" });
  client.on("error", () => {});
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
