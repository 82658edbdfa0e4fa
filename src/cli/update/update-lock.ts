import { chmodSync, closeSync, openSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import path from "node:path";
import { UsageError } from "../terminal/errors.ts";
import type { Releases } from "./releases.ts";

/**
 * Throws UsageError while another process updates the installation. The kernel releases the lock when the process ends,
 * however it ends. SQLite is the part of Node.js that takes such locks (fcntl).
 */
export function lockUpdates({ folder }: Releases): { release: () => void } {
  const file = path.join(folder, "update.lock");
  // Who can read a file can lock it.
  closeSync(openSync(file, "a", 0o600));
  chmodSync(file, 0o600);
  const database = new DatabaseSync(file, { timeout: 0 });
  try {
    database.exec("PRAGMA journal_mode = MEMORY");
    database.exec("BEGIN EXCLUSIVE");
  } catch (cause) {
    database.close();
    throw new UsageError(`Another process updates ${path.dirname(folder)}. Wait until it has finished.`, { cause });
  }
  return { release: () => database.close() };
}
