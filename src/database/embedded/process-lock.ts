import { chmodSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { giveToFolderOwner } from "./folders.ts";

export interface ProcessLock {
  release(): void;
}

const SQLITE_BUSY = 5;

// A lock must not be released because nobody in this process refers to it any more.
const held = new Set<DatabaseSync>();

/**
 * Locks `file` for this process, or returns undefined when another holder (in this process or another) is in the way.
 * The kernel releases the lock when the process dies, even by kill -9, so there is no such thing as a stale lock;
 * SQLite is the part of Node that takes such locks (fcntl). The file stays empty.
 * Never open it by other means: closing any descriptor of it would release the lock (fcntl(2)).
 */
export function tryLock(file: string, mode: "exclusive" | "shared"): ProcessLock | undefined {
  const database = new DatabaseSync(file, { timeout: 0 });
  try {
    // Whoever can open the file can lock it.
    chmodSync(file, 0o600);
    giveToFolderOwner(file);
    database.exec("PRAGMA journal_mode = MEMORY");
    if (mode === "exclusive") database.exec("BEGIN EXCLUSIVE");
    else database.exec("BEGIN; SELECT count(*) FROM sqlite_schema");
  } catch (error) {
    database.close();
    if (error instanceof Error && "errcode" in error && (Number(error.errcode) & 0xff) === SQLITE_BUSY) {
      return undefined;
    }
    throw error;
  }
  held.add(database);
  return {
    release() {
      if (held.delete(database)) database.close();
    },
  };
}
