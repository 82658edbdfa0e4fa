import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { EmbeddedDatabaseError } from "./errors.ts";

/** The user that runs PostgreSQL's programs. Functions treat undefined as the current user. */
export interface RunAs {
  uid: number;
  gid: number;
}

/** PostgreSQL refuses to run as root. */
export function isRoot(): boolean {
  return process.getuid?.() === 0;
}

/** Returns the user for a new cluster when running as root: `postgres` if it exists, otherwise `nobody`. */
export function unprivilegedUser(): RunAs {
  const accounts = readFileSync("/etc/passwd", "utf8")
    .split("\n")
    .map((line) => line.split(":"));
  const account = ["postgres", "nobody"].flatMap((name) => accounts.filter((fields) => fields[0] === name)).at(0);
  if (account === undefined) {
    throw new EmbeddedDatabaseError(
      "PostgreSQL refuses to run as root, and /etc/passwd names neither a user postgres nor a user nobody to run it as. Create one, run Lectern as another user, or set DATABASE_URL.",
    );
  }
  return { uid: signed(Number(account[2])), gid: signed(Number(account[3])) };
}

/** Converts a user id to the signed 32-bit number that spawn expects (macOS has nobody at 4294967294). */
export function signed(id: number): number {
  return id | 0;
}

/**
 * Returns whether the user can reach `path` and enter or execute it. Asks the kernel, which knows groups and access
 * lists.
 */
export function reaches(user: RunAs, path: string): boolean {
  return spawnSync("/bin/sh", ["-c", 'test -x "$1"', "sh", path], { ...user, cwd: "/", stdio: "ignore" }).status === 0;
}
