import { hash } from "node:crypto";
import { existsSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { EmbeddedDatabaseError } from "./errors.ts";
import { makeFolder } from "./folders.ts";
import { reaches, type RunAs } from "./run-as.ts";

/** Where root keeps clusters and programs that the user of PostgreSQL could not reach at their own place. */
export const SYSTEM_FOLDER = "/var/lib/lectern";

/**
 * Makes the home of a cluster outside of the data folder, which PostgreSQL's user cannot reach, and leaves a link to it.
 * The link keeps them together when the data folder is moved, and tells a lost home from one that never was.
 */
export function moveHome(place: string, dataPath: string, runAs: RunAs, log: (line: string) => void): void {
  const folder = join(SYSTEM_FOLDER, hash("sha256", dataPath, "hex").slice(0, 16));
  makeFolder(SYSTEM_FOLDER, 0o755);
  if (existsSync(join(folder, "cluster"))) throw new EmbeddedDatabaseError(leftBehind(folder, place));
  makeFolder(folder, 0o711);
  if (!reaches(runAs, folder)) {
    throw new EmbeddedDatabaseError(
      `PostgreSQL refuses to run as root, and uid ${runAs.uid} can reach neither ${dataPath} nor ${folder}. Let it pass through the folders above (chmod o+x), or point LECTERN_DATA to another folder.`,
    );
  }
  symlinkSync(folder, place);
  log(
    `PostgreSQL refuses to run as root, and uid ${runAs.uid} cannot reach ${dataPath}: the database lives in ${folder}.`,
  );
}

function leftBehind(folder: string, place: string): string {
  return `The data folder is new, but ${folder} holds a database from an earlier one at the same location. To keep using it: ln -s ${folder} ${place}. To start with an empty one, move ${folder} away.`;
}
