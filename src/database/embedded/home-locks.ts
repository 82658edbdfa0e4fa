import { join } from "node:path";
import type { Home } from "./home.ts";
import { noteHolder, readHolder } from "./lock-holder.ts";
import { tryLock, type ProcessLock } from "./process-lock.ts";

export type Role = "serve" | "command";

/**
 * The locks of a home, in the order in which they are taken:
 * `serve`: held by the one serving process for its life; `owner`: held by the process that started the server, or makes
 * or stops it; `attached`: shared by those who use another's server, exclusive for an owner that waits for them.
 */
export function lockHome(home: Home, name: "serve" | "owner", role: Role): ProcessLock | undefined {
  const file = join(home.folder, `${name}.lock`);
  const lock = tryLock(file, "exclusive");
  if (lock !== undefined) noteHolder(noteOf(home, name), role);
  return lock;
}

/** Locks the home against the end of its server's owner (shared), or against new users of the server (exclusive). */
export function lockAttached(home: Home, mode: "shared" | "exclusive"): ProcessLock | undefined {
  return tryLock(join(home.folder, "attached.lock"), mode);
}

/** Whether the process that holds the lock has noted its pid. */
export function isHolderKnown(home: Home, name: "serve" | "owner"): boolean {
  return readHolder(noteOf(home, name)) !== undefined;
}

/** The process that holds the lock, for a message. */
export function describeHolder(home: Home, name: "serve" | "owner"): string {
  const holder = readHolder(noteOf(home, name));
  if (holder === undefined) return "Another Lectern process";
  return holder.role === "serve"
    ? `The Lectern server with pid ${holder.pid}`
    : `The Lectern command with pid ${holder.pid}`;
}

function noteOf(home: Home, name: string): string {
  return join(home.folder, `${name}.json`);
}
