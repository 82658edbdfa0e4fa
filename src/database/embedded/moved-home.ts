import { hash } from "node:crypto";
import { existsSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { EmbeddedDatabaseError } from "./errors.ts";
import { makeFolder } from "./folders.ts";
import { reaches, type RunAs } from "./run-as.ts";

/** Folder for root's clusters and programs that PostgreSQL's user cannot reach at their original path. */
export const SYSTEM_FOLDER = "/var/lib/lectern";

/**
 * Creates the cluster's home outside of a data folder that PostgreSQL's user cannot reach, and leaves a link to it.
 * The link stays valid when the data folder moves, and distinguishes a lost home from one that never existed.
 */
export function moveHome(homePath: string, dataPath: string, runAs: RunAs, log: (line: string) => void): void {
  const folder = join(SYSTEM_FOLDER, hash("sha256", dataPath, "hex").slice(0, 16));
  makeFolder(SYSTEM_FOLDER, 0o755);
  if (existsSync(join(folder, "cluster"))) throw new EmbeddedDatabaseError(leftBehind(folder, homePath));
  makeFolder(folder, 0o711);
  if (!reaches(runAs, folder)) {
    throw new EmbeddedDatabaseError(
      `PostgreSQL refuses to run as root, and uid ${runAs.uid} can reach neither ${dataPath} nor ${folder}. Let it pass through the folders above (chmod o+x), or point LECTERN_DATA to another folder.`,
    );
  }
  symlinkSync(folder, homePath);
  log(
    `PostgreSQL refuses to run as root, and uid ${runAs.uid} cannot reach ${dataPath}. The database is in ${folder}.`,
  );
}

function leftBehind(folder: string, homePath: string): string {
  return `The data folder is new, but ${folder} contains a database of an earlier one at the same path. To keep using it: ln -s ${folder} ${homePath}. To start with an empty one, move ${folder} away.`;
}
