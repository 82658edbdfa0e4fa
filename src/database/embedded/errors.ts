/** What keeps the embedded database from working, in words for the operator: what is wrong, where, and how to mend it. */
export class EmbeddedDatabaseError extends Error {
  override name = "EmbeddedDatabaseError";
}

const ELSEWHERE = "or set DATABASE_URL to use a PostgreSQL server of your own.";

const PROBLEMS: { code: RegExp; output?: RegExp; explain(path: string): string }[] = [
  {
    code: /^(ENOSPC|EDQUOT|53100)$/,
    output: /no space left on device|disk quota exceeded/i,
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
      `The user with uid ${process.getuid?.()} may not write to ${path}. Give that user the folder (chown), point LECTERN_DATA to another one, ${ELSEWHERE}`,
  },
  {
    code: /^28P01$/,
    explain: (path) =>
      `The password in ${path}/password is not the one of the database beside it. Restore it from a backup.`,
  },
  {
    code: /^(ENOTDIR|EEXIST)$/,
    explain: (path) =>
      `${path} should be a folder, but something else is in the way. Remove it or point LECTERN_DATA to another folder.`,
  },
];

/** The explanation of a disk's trouble named by what a program of PostgreSQL wrote; undefined when it is about something else. */
export function explainOutput(output: string, path: string): string | undefined {
  return PROBLEMS.find((problem) => problem.output?.test(output))?.explain(path);
}

/** An error of the file system or the database driver about `path` as one that the operator can act on. */
export function explainError(error: unknown, path: string): EmbeddedDatabaseError {
  if (error instanceof EmbeddedDatabaseError) return error;
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  const message = error instanceof Error ? error.message : String(error);
  const explanation =
    PROBLEMS.find((problem) => problem.code.test(code))?.explain(path) ?? explainOutput(message, path);
  return new EmbeddedDatabaseError(explanation ?? `The embedded database in ${path} failed: ${message}`, {
    cause: error,
  });
}
