import pg from "pg";

/** One chunk of an import: all of it or nothing, on the import's own connection. */
export async function chunkTransaction<Result>(client: pg.ClientBase, work: () => Promise<Result>): Promise<Result> {
  await client.query("begin");
  try {
    const result = await work();
    await client.query("commit");
    return result;
  } catch (error) {
    // A rollback that fails must not hide the error that led to it.
    await client.query("rollback").catch(() => {});
    throw error;
  }
}

/**
 * Whether rows could not be copied because the site has others in their place, or lacks what they point to
 * (unique_violation, foreign_key_violation).
 */
export const isTaken = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && (error.code === "23505" || error.code === "23503");
