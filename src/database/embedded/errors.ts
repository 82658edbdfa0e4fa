/** A failure of the embedded database. The message states the problem, its location and the fix, for the operator. */
export class EmbeddedDatabaseError extends Error {
  override name = "EmbeddedDatabaseError";
}

const ELSEWHERE = "or set DATABASE_URL to use an external PostgreSQL server.";

const PROBLEMS: { code?: RegExp; output?: RegExp; explain(path: string): string }[] = [
  {
    code: /^(ENOSPC|EDQUOT|53100)$/,
    // A page that fits in part has a hint only.
    output: /no space left on device|disk quota exceeded|check free disk space/i,
    explain: (path) =>
      `The disk that holds ${path} is full. Nothing that was committed is lost: free some space there and start again.`,
  },
  {
    code: /^EROFS$/,
    output: /read-only file system/i,
    explain: (path) =>
      `The disk that holds ${path} is read-only. Mount it for writing, point LECTERN_DATA to another folder, ${ELSEWHERE}`,
  },
  {
    code: /^(EACCES|EPERM)$/,
    explain: (path) =>
      `The user with uid ${process.getuid?.()} cannot write to ${path}. Change the owner of the folder (chown), point LECTERN_DATA to another one, ${ELSEWHERE}`,
  },
  {
    output: /could not look up effective user id/i,
    explain: () =>
      `PostgreSQL runs only for users with an account, and uid ${process.getuid?.()} has none. Create one (useradd --uid), run Lectern as another user, ${ELSEWHERE}`,
  },
  {
    code: /^28P01$/,
    explain: (path) =>
      `The password in ${path}/password does not match the database next to it. Restore it from a backup.`,
  },
  {
    code: /^(ENOTDIR|EEXIST)$/,
    explain: (path) =>
      `${path} must be a folder, but is something else. Remove it or point LECTERN_DATA to another folder.`,
  },
];

/** Explains disk errors in the output of a PostgreSQL program; returns undefined for other output. */
export function explainOutput(output: string, path: string): string | undefined {
  return PROBLEMS.find((problem) => problem.output?.test(output))?.explain(path);
}

/** Converts a file system or driver error about `path` into one that the operator can act on. */
export function explainError(error: unknown, path: string): EmbeddedDatabaseError {
  if (error instanceof EmbeddedDatabaseError) return error;
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  const message = error instanceof Error ? error.message : String(error);
  const explanation =
    PROBLEMS.find((problem) => problem.code?.test(code))?.explain(path) ?? explainOutput(message, path);
  return new EmbeddedDatabaseError(explanation ?? `The embedded database in ${path} failed: ${message}`, {
    cause: error,
  });
}
