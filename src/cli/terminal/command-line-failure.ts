import { tmpdir } from "node:os";
import { CommanderError } from "commander";
import { ConfigError } from "#server/config.ts";
import { CommandError, Finding, RemoteError, UsageError } from "./errors.ts";

/** Exit codes: 0 success, 1 failure, 2 invalid arguments or settings. */
export interface Failure {
  exitCode: 0 | 1 | 2;
  /** For exit code 0: `help` or `version`. */
  code: string;
  message: string;
  /** True if the command or the argument parser has already printed it. */
  reported: boolean;
  /** More members of the error in JSON output. */
  parts?: object;
}

/** Returns the failure behind an error of the command line, the settings or a command. Undefined for other errors. */
export function commandLineFailureOf(error: unknown): Failure | undefined {
  if (error instanceof CommanderError) {
    // Requested help is not a failure. Help for a missing command replaces the message.
    const reported = error.exitCode === 0 || error.code === "commander.help";
    const message = error.message.replace(/^error: /, "");
    if (error.exitCode === 0) return { exitCode: 0, code: answered(error), message, reported };
    return { exitCode: 2, code: "usage", message, reported };
  }
  if (error instanceof Finding) return { exitCode: 1, code: "finding", message: error.message, reported: true };
  if (error instanceof RemoteError) return { ...failure(1, error.code, error.message), parts: error.parts };
  if (error instanceof CommandError) return failure(1, error.code, error.message);
  if (error instanceof UsageError) return failure(2, "usage", error.message);
  if (error instanceof ConfigError) return failure(2, "wrong_settings", error.message);
  return undefined;
}

/** Returns the failure behind an error of the operating system, or an internal one. */
export function systemFailureOf(error: unknown): Failure {
  const disk = diskFailure(error);
  if (disk !== undefined) return failure(1, "storage_unavailable", disk);
  const unusable = whyUnusable(error);
  if (unusable !== undefined) return failure(2, "usage", unusable);
  return failure(1, "internal", error instanceof Error ? (error.stack ?? error.message) : String(error));
}

const answered = ({ code }: CommanderError) => (code === "commander.version" ? "version" : "help");

/** Describes a disk that does not take more bytes, whatever the command line names. */
function diskFailure(error: unknown): string | undefined {
  if (!(error instanceof Error && "code" in error)) return undefined;
  const why = diskReasons.get(error.code);
  const target = "path" in error ? String(error.path) : `A file, perhaps a temporary one in ${tmpdir()},`;
  return why && `${target} cannot be read or written (${String(error.code)}): ${why}`;
}

const freeSpace = "Free space there, then repeat the command.";

const diskReasons = new Map<unknown, string>([
  ["ENOSPC", `the disk is full. ${freeSpace}`],
  ["EDQUOT", `the disk quota is used up. ${freeSpace}`],
  ["EFBIG", "its file system does not take files of this size. Use another one."],
  ["EIO", "the disk fails. Check it and the log of the operating system."],
]);

/** Describes an operating system error about a file or folder of the command line. */
function whyUnusable(error: unknown): string | undefined {
  if (!(error instanceof Error) || !("path" in error && "code" in error)) return undefined;
  const why = noFolder(error) ?? reasons.get(error.code);
  const target = String("dest" in error ? error.dest : error.path);
  return why && `${target} cannot be used (${String(error.code)}): ${why}`;
}

/** ENOENT from mkdir means that the parent folder cannot contain folders. */
const noFolder = (error: Error): string | undefined =>
  "syscall" in error && error.syscall === "mkdir" && "code" in error && error.code === "ENOENT"
    ? "a folder cannot be created there."
    : undefined;

const noPermission = `the user with uid ${process.getuid?.()} has no permission. Change the permissions, or name another location.`;

const reasons = new Map<unknown, string>([
  ["ENOENT", "the file or its folder does not exist."],
  ["EACCES", noPermission],
  ["EPERM", noPermission],
  ["EROFS", "the file system is read-only."],
  ["EISDIR", "it is a folder. Name a file."],
  ["ENOTDIR", "it or its parent is not a folder."],
  ["ENAMETOOLONG", "its name is too long."],
  ["ENXIO", "it is not a file."],
  ["ELOOP", "it has circular links."],
  ["EEXIST", "a file with that name already exists."],
]);

export const failure = (exitCode: 1 | 2, code: string, message: string): Failure => ({
  exitCode,
  code,
  message,
  reported: false,
});
