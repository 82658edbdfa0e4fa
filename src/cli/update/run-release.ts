import { spawn } from "node:child_process";
import { statSync } from "node:fs";
import path from "node:path";
import { text } from "node:stream/consumers";
import { asRecord } from "#lib/json/is-record.ts";
import { CommandError } from "../terminal/errors.ts";

/** The user to whom the data belongs. Undefined: this process cannot change its user, or need not. */
export interface Owner {
  uid: number;
  gid: number;
}

/**
 * Root must not leave files in the data folder that the server cannot use, and does not do as root what settings of
 * another user say.
 */
export function ownerOf(...named: readonly (string | undefined)[]): Owner | undefined {
  if (process.getuid?.() !== 0) return undefined;
  for (const file of named) {
    const found = file === undefined ? undefined : statSync(file, { throwIfNoEntry: false });
    if (found && found.uid !== 0) return { uid: found.uid, gid: found.gid };
  }
  return undefined;
}

/** The end of a command: its exit code, and the document that it printed. */
export interface Ended {
  code: number | null;
  document: Record<string, unknown>;
  /** Empty after success. */
  message: string;
}

/** Runs a command of a release with the settings of this process. */
export async function runRelease(folder: string, words: readonly string[], owner: Owner | undefined): Promise<Ended> {
  const child = spawn(path.join(folder, "lectern"), [...words, "--json"], {
    ...owner,
    stdio: ["ignore", "pipe", "pipe"],
  });
  const ended = new Promise<number | null>((resolve, reject) => child.once("error", reject).once("close", resolve));
  try {
    const [answer, errors, code] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
    return { code, document: documentOf(answer), message: messageOf(errors) };
  } catch (cause) {
    throw new CommandError("release_unusable", `The program in ${folder} cannot be started.`, { cause });
  }
}

/** Throws CommandError unless the command succeeds. */
export async function requireRelease(folder: string, words: readonly string[], owner: Owner | undefined) {
  const { code, document, message } = await runRelease(folder, words, owner);
  if (code === 0) return document;
  throw new CommandError("command_failed", `\`lectern ${words[0]}\` failed: ${message || `exit code ${code}`}`);
}

const documentOf = (answer: string): Record<string, unknown> => {
  try {
    return asRecord(JSON.parse(answer));
  } catch {
    // A command that failed prints none.
    return {};
  }
};

/** The message of `{"error": …}`, or what else was printed. */
function messageOf(errors: string): string {
  const { message } = asRecord(documentOf(errors)["error"]);
  return typeof message === "string" ? message : errors.trim().slice(-500);
}
