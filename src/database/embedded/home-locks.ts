import { join } from "node:path";
import { readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import * as z from "zod";
import type { Home } from "./home.ts";
import { type ProcessLock, tryLock } from "./process-lock.ts";
import { processStart } from "./process-identity.ts";

export type Role = "serve" | "command";

/**
 * Takes a lock of a home. Acquisition order:
 * - `serve`: held by the one serving process for its lifetime
 * - `owner`: held by the process that creates, starts, owns or stops the server
 * - `attached`: shared by processes that use another's server, exclusive for an owner that waits for them
 */
export function lockHome(home: Home, name: "serve" | "owner", role: Role): ProcessLock | undefined {
  const file = join(home.folder, `${name}.lock`);
  const lock = tryLock(file, "exclusive");
  if (lock !== undefined) noteHolder(noteOf(home, name), role);
  return lock;
}

/** Takes the attached lock: shared to keep the server's owner from stopping it, exclusive to keep out new users. */
export function lockAttached(home: Home, mode: "shared" | "exclusive"): ProcessLock | undefined {
  return tryLock(join(home.folder, "attached.lock"), mode);
}

/** Returns whether the lock holder has recorded its pid. */
export function isHolderKnown(home: Home, name: "serve" | "owner"): boolean {
  return readHolder(noteOf(home, name)) !== undefined;
}

/** Describes the lock holder for a message. */
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

interface LockHolder {
  pid: number;
  role: string;
}

const Note = z.object({ pid: z.number(), role: z.string(), started: z.string() });

/**
 * Records the lock holder in a file next to the lock, for messages only. On a full disk the note is missing, but the
 * lock works.
 */
function noteHolder(file: string, role: string): void {
  const draft = `${file}.${process.pid}`;
  try {
    writeFileSync(draft, JSON.stringify({ pid: process.pid, started: processStart(process.pid), role }));
    renameSync(draft, file);
  } catch {
    rmSync(draft, { force: true });
  }
}

/** Returns the recorded process if it is alive. */
function readHolder(file: string): LockHolder | undefined {
  try {
    const note = Note.parse(JSON.parse(readFileSync(file, "utf8")));
    return note.started === processStart(note.pid) ? note : undefined;
  } catch {
    return undefined;
  }
}
