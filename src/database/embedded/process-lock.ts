import { chmodSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { giveToFolderOwner } from "./folders.ts";

export interface ProcessLock {
  release(): void;
}

const SQLITE_BUSY = 5;

// Keeps locks reachable: garbage collection of the handle would release the lock.
const heldLocks = new Set<DatabaseSync>();

/**
 * Locks `file` for this process. Returns undefined if this or another process already holds the lock. The kernel
 * releases it when the process dies, even by kill -9, so stale locks cannot exist. SQLite is the part of Node.js that
 * takes such locks (fcntl). The file stays empty. Never open it by other means: closing any of its descriptors would
 * release the lock (fcntl(2)).
 */
export function tryLock(file: string, mode: "exclusive" | "shared"): ProcessLock | undefined {
  const database = new DatabaseSync(file, { timeout: 0 });
  try {
    // Any user who can open the file could lock it.
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
  heldLocks.add(database);
  return {
    release() {
      if (heldLocks.delete(database)) database.close();
    },
  };
}
