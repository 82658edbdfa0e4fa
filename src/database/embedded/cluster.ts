import { randomBytes } from "node:crypto";
import {
  lchownSync,
  closeSync,
  existsSync,
  fsyncSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { programPath, type Binaries } from "./binaries.ts";
import { EmbeddedDatabaseError, explainOutput } from "./errors.ts";
import { giveToFolderOwner } from "./folders.ts";
import { spawnGuarded } from "./guarded-process.ts";
import type { Home } from "./home.ts";

const MAJOR_VERSION = "18";
const DRAFT = "making-";

/** Returns whether the home contains a cluster that these programs can run; false if it has none. Read-only. */
export function hasCluster({ cluster }: Pick<Home, "cluster">): boolean {
  if (!existsSync(cluster) || readdirSync(cluster).length === 0) return false;
  const versionFile = join(cluster, "PG_VERSION");
  if (!existsSync(versionFile)) {
    throw new EmbeddedDatabaseError(
      `${cluster} contains files, but no PostgreSQL database (PG_VERSION is missing). Move the folder away or restore it from a backup.`,
    );
  }
  const version = readFileSync(versionFile, "utf8").trim();
  if (version === MAJOR_VERSION) return true;
  throw new EmbeddedDatabaseError(
    `The database in ${cluster} was created by PostgreSQL ${version}. This version of Lectern includes PostgreSQL ${MAJOR_VERSION}, which cannot open it. Nothing was changed. Use the version of Lectern that created it, upgrade it with pg_upgrade of PostgreSQL ${MAJOR_VERSION}, or set DATABASE_URL to a PostgreSQL ${version} server that runs on it.`,
  );
}

/** Creates the cluster (initdb). The caller must hold the home's owner lock. */
export async function makeCluster(home: Home, binaries: Binaries, durable: boolean): Promise<void> {
  await draftCluster(home, async (draft, password) => {
    // A second copy, because PostgreSQL's user may not read the first one.
    const passwordFile = join(draft.folder, "password");
    writeFileSync(passwordFile, password, { mode: 0o600 });
    if (home.runAs) lchownSync(passwordFile, home.runAs.uid, home.runAs.gid);
    await initdb(home, binaries, draft.cluster, passwordFile, durable);
  });
}

/**
 * Creates a cluster in a draft folder and renames it when complete. A folder named `cluster` is therefore always
 * complete, even after an interruption. The caller must hold the home's owner lock.
 */
export async function draftCluster(home: Home, make: (draft: Home, password: string) => Promise<void>): Promise<void> {
  for (const name of readdirSync(home.folder).filter((entry) => entry.startsWith(DRAFT))) {
    await removeDraft(join(home.folder, name));
  }
  const folder = mkdtempSync(join(home.folder, DRAFT));
  try {
    if (home.runAs) lchownSync(folder, home.runAs.uid, home.runAs.gid);
    const password = randomBytes(24).toString("base64url");
    const draft = { ...home, folder, cluster: join(folder, "cluster") };
    await make(draft, password);
    writeDurably(join(home.folder, "password"), password);
    renameSync(draft.cluster, home.cluster);
    syncFolder(home.folder);
  } finally {
    await removeDraft(folder);
  }
}

// An initdb whose parent was killed may still be deleting files in the draft.
async function removeDraft(path: string): Promise<void> {
  await rm(path, { recursive: true, force: true, maxRetries: 20, retryDelay: 10 });
}

/** Returns the password of the cluster's roles. Only the user who runs Lectern can read the file. */
export function readPassword(home: Home): string {
  const file = join(home.folder, "password");
  if (existsSync(file)) return readFileSync(file, "utf8");
  throw new EmbeddedDatabaseError(
    `${file}, which contains the password of the database next to it, is missing. Restore it from a backup.`,
  );
}

function writeDurably(path: string, text: string): void {
  writeFileSync(`${path}.new`, text, { mode: 0o600, flush: true });
  giveToFolderOwner(`${path}.new`);
  renameSync(`${path}.new`, path);
}

async function initdb(
  home: Home,
  binaries: Binaries,
  target: string,
  passwordFile: string,
  durable: boolean,
): Promise<void> {
  const encoding = ["--encoding=UTF8", "--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8"];
  const access = ["--username=postgres", "--auth=scram-sha-256", `--pwfile=${passwordFile}`];
  const sync = durable ? [] : ["--no-sync"];
  const output: string[] = [];
  const child = spawnGuarded(
    programPath(binaries, "initdb"),
    ["-D", target, ...encoding, ...access, ...sync, "--no-instructions"],
    {
      runAs: home.runAs,
      onLine: (line) => output.push(line),
    },
  );
  const status = await child.closed;
  if (status === 0) return;
  const text = output.join("\n");
  throw new EmbeddedDatabaseError(
    explainOutput(text, home.folder) ??
      cannotRun(status, text) ??
      `The database in ${home.folder} could not be created (initdb, exit status ${status}):\n${text}`,
  );
}

// The shell reports 126 and 127 for programs that exist but cannot run (another C library, no permission).
function cannotRun(status: number, text: string): string | undefined {
  if (status !== 126 && status !== 127) return undefined;
  return `The embedded PostgreSQL does not run on this system (it needs the GNU C library on Linux). Set DATABASE_URL to the address of a PostgreSQL server (15 or newer).\n${text}`;
}

function syncFolder(path: string): void {
  const descriptor = openSync(path, "r");
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
