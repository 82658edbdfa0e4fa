import { readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { processStart } from "./process-identity.ts";

export interface LockHolder {
  pid: number;
  role: string;
}

/**
 * Records the lock holder in a file next to the lock, for messages only. On a full disk the note is missing, but the
 * lock works.
 */
export function noteHolder(file: string, role: string): void {
  const draft = `${file}.${process.pid}`;
  try {
    writeFileSync(draft, JSON.stringify({ pid: process.pid, started: processStart(process.pid), role }));
    renameSync(draft, file);
  } catch {
    rmSync(draft, { force: true });
  }
}

/** Returns the recorded process if it is alive. */
export function readHolder(file: string): LockHolder | undefined {
  try {
    const note = JSON.parse(readFileSync(file, "utf8")) as LockHolder & { started: string };
    return note.started === processStart(note.pid) ? note : undefined;
  } catch {
    return undefined;
  }
}
