import { readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import * as z from "zod";
import { processStart } from "./process-identity.ts";

export interface LockHolder {
  pid: number;
  role: string;
}

const Note = z.object({ pid: z.number(), role: z.string(), started: z.string() });

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
    const note = Note.parse(JSON.parse(readFileSync(file, "utf8")));
    return note.started === processStart(note.pid) ? note : undefined;
  } catch {
    return undefined;
  }
}
