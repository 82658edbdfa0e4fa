import { CommanderError } from "commander";
import { Problem } from "#domain/platform/problem.ts";
import { ConfigError } from "../config.ts";
import { isDatabaseTrouble, WrongSecretKey } from "../installation.ts";
import { wireName } from "./output.ts";

/** What was typed is wrong in a way that only this command knows. */
export class UsageError extends Error {
  override name = "UsageError";
}

/** A command found what it looked for, and it is no good news: the answer is out, the exit code says the rest. */
export class Finding extends Error {
  override name = "Finding";
}

/** 0 ok, 1 failed, 2 wrong usage: arguments or settings to mend before another try. */
export interface Failure {
  exitCode: 0 | 1 | 2;
  /** Where nothing failed, what was asked for: `help` or `version`. */
  code: string;
  message: string;
  /** Whether it has been told already, by the command itself or by the parser of its arguments. */
  reported: boolean;
}

export function failureOf(error: unknown): Failure {
  if (error instanceof CommanderError) {
    // Help that was asked for is no failure; help for want of a command has been shown instead of a message.
    const reported = error.exitCode === 0 || error.code === "commander.help";
    const message = error.message.replace(/^error: /, "");
    if (error.exitCode === 0) return { exitCode: 0, code: answered(error), message, reported };
    return { exitCode: 2, code: "usage", message, reported };
  }
  if (error instanceof Finding) return { exitCode: 1, code: "finding", message: error.message, reported: true };
  if (error instanceof UsageError) return failure(2, "usage", error.message);
  if (error instanceof ConfigError) return failure(2, "wrong_settings", error.message);
  if (error instanceof WrongSecretKey) return failure(2, "wrong_secret_key", error.message);
  if (error instanceof Problem) return failure(error.code === "validation_failed" ? 2 : 1, error.code, explain(error));
  if (isDatabaseTrouble(error)) return failure(1, "database_unavailable", error.message);
  const place = whyUnusable(error);
  if (place !== undefined) return failure(2, "usage", place);
  return failure(1, "internal", error instanceof Error ? (error.stack ?? error.message) : String(error));
}

const answered = ({ code }: CommanderError) => (code === "commander.version" ? "version" : "help");

/** What the operating system says of a file or folder that was named on the command line, as people would. */
export function whyUnusable(error: unknown, named?: string): string | undefined {
  if (!(error instanceof Error) || !("path" in error && "code" in error)) return undefined;
  const why = noFolder(error) ?? unusable.get(error.code);
  const place = named ?? String("dest" in error ? error.dest : error.path);
  return why && `${place} cannot be used (${String(error.code)}): ${why}`;
}

/** Where a file system makes none, it says that the folder to make one in is missing. */
const noFolder = (error: Error): string | undefined =>
  "syscall" in error && error.syscall === "mkdir" && "code" in error && error.code === "ENOENT"
    ? "no folder can be made there."
    : undefined;

const unusable = new Map<unknown, string>([
  ["ENOENT", "there is no such file, or no such folder for it."],
  ["EACCES", "it is not yours."],
  ["EPERM", "it is not yours."],
  ["EROFS", "nothing can be written there."],
  ["EISDIR", "it is a folder. Name a file."],
  ["ENOTDIR", "it or its parent is not a folder."],
  ["ENAMETOOLONG", "its name is too long."],
  ["ELOOP", "its links lead in a circle."],
  ["EEXIST", "something else is there by that name."],
]);

const failure = (exitCode: 1 | 2, code: string, message: string) => ({ exitCode, code, message, reported: false });

function explain({ message, details }: Problem): string {
  return details.errors?.map(({ pointer, detail }) => `${wireName(pointer.slice(1))}: ${detail}`).join("\n") ?? message;
}
