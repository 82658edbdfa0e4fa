import { accessSync, constants, existsSync, lstatSync, readlinkSync, realpathSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { EmbeddedDatabaseError } from "./errors.ts";
import { isRoot, reaches, signed, unprivilegedUser, type RunAs } from "./run-as.ts";
import { giveToFolderOwner, makeFolder } from "./folders.ts";
import { moveHome } from "./moved-home.ts";

/**
 * Location of a data folder's cluster and its files: `cluster/` (PostgreSQL's data directory), `password`, `socket/`
 * and the locks.
 */
export interface Home {
  folder: string;
  cluster: string;
  runAs: RunAs | undefined;
}

/**
 * Returns the home of the data folder's cluster, `postgres/`, and creates it if missing. Leaves an existing cluster
 * unchanged.
 */
export function openHome(dataFolder: string, log: (line: string) => void): Home {
  makeFolder(dataFolder);
  const dataPath = realpathSync(dataFolder);
  const homePath = join(dataPath, "postgres");
  const isNew = lstatSync(homePath, { throwIfNoEntry: false }) === undefined;
  if (!isNew && !existsSync(homePath)) throw new EmbeddedDatabaseError(missingHome(homePath));

  const runAs = isRoot() ? chooseUser(dataPath, homePath) : undefined;
  if (isNew) makeHome(homePath, dataPath, runAs, log);
  const folder = realpathSync(homePath);
  const cluster = join(folder, "cluster");
  if (existsSync(cluster)) requireOwnCluster(cluster);
  if (runAs !== undefined && !reaches(runAs, folder)) throw new EmbeddedDatabaseError(unreachable(folder, runAs));
  accessSync(folder, constants.W_OK | constants.X_OK);
  return { folder, cluster, runAs };
}

/**
 * As root: the cluster's owner, who alone can open it; otherwise the data folder's owner, otherwise an unprivileged
 * user.
 */
function chooseUser(dataPath: string, homePath: string): RunAs {
  for (const folder of [join(homePath, "cluster"), dataPath]) {
    const owner = statSync(folder, { throwIfNoEntry: false });
    if (owner !== undefined && owner.uid !== 0) return { uid: signed(owner.uid), gid: signed(owner.gid) };
  }
  return unprivilegedUser();
}

function makeHome(homePath: string, dataPath: string, runAs: RunAs | undefined, log: (line: string) => void): void {
  if (runAs !== undefined && !reaches(runAs, dataPath)) return moveHome(homePath, dataPath, runAs, log);
  makeFolder(homePath, runAs === undefined ? 0o700 : 0o711);
  giveToFolderOwner(homePath);
}

// PostgreSQL opens only files that belong to its own user.
function requireOwnCluster(cluster: string): void {
  const { uid } = statSync(cluster);
  const mine = process.getuid?.();
  if (isRoot() ? uid !== 0 : uid === mine) return;
  throw new EmbeddedDatabaseError(
    isRoot()
      ? `The database in ${cluster} belongs to root, and PostgreSQL refuses to run as root. Change its owner, for example: chown -R postgres ${cluster}`
      : `The database in ${cluster} belongs to the user with uid ${uid}, and Lectern runs with uid ${mine}. Run it as that user, or stop it and change the owner of the database: chown -R ${mine} ${dirname(cluster)}`,
  );
}

function missingHome(homePath: string): string {
  return `${homePath} points to ${readlinkSync(homePath)}, where the database of this data folder was put, and that folder is missing. Bring it back (a mount, a backup), or remove ${homePath} to start with an empty database.`;
}

function unreachable(folder: string, { uid }: RunAs): string {
  return `PostgreSQL runs with uid ${uid}, which cannot reach ${folder}. Let it pass through the folders above (chmod o+x), or move the data folder.`;
}
