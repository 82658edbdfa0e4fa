import pg from "pg";

/** PostgreSQL error codes (appendix A) by the message. */
const codes: readonly (readonly [message: RegExp, code: string])[] = [
  [/^duplicate key value violates unique constraint /, "23505"],
  [/violates foreign key constraint /, "23503"],
  [/violates not-null constraint/, "23502"],
  [/violates check constraint /, "23514"],
];

/**
 * The coordinator of a cluster copies the rows of `insert … select` to a node, and reports the node's error as an
 * internal one (XX000). Sets the code that one server would report.
 */
export function restoreCode<Reported extends Error>(error: Reported): Reported {
  if (!(error instanceof pg.DatabaseError) || error.code !== "XX000" || error.routine !== "ReportCopyError")
    return error;
  const known = codes.find(([message]) => message.test(error.message));
  if (known) [, error.code] = known;
  return error;
}
