import type { Context } from "./context.ts";

/**
 * Runs a read of several statements on one snapshot of the database (repeatable read): none of them sees a change that
 * another one does not. Takes a connection for the whole read, so it must be short.
 */
export const inSnapshot = <Result>(context: Context, read: (context: Context) => Promise<Result>): Promise<Result> =>
  context.db.snapshot((db) => read({ ...context, db }));
