import pg from "pg";
import { restoreCode } from "#database/connection/node-error.ts";

/** Runs one chunk of an import in a transaction, on the import's own connection. */
export async function chunkTransaction<Result>(client: pg.ClientBase, work: () => Promise<Result>): Promise<Result> {
  await client.query("begin");
  try {
    const result = await work();
    await client.query("commit");
    return result;
  } catch (error) {
    // A failing rollback must not hide the original error.
    await client.query("rollback").catch(() => {});
    throw error;
  }
}

/**
 * Returns true for unique_violation and foreign_key_violation: the site has conflicting rows, or lacks referenced
 * ones.
 */
export const isTaken = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && ["23505", "23503"].includes(restoreCode(error).code ?? "");
