import pg from "pg";

/** Insufficient privilege, and object in use (PostgreSQL, appendix A). */
const inUse = new Set<unknown>(["42501", "55006"]);

/**
 * Drops a database to which programs of this role may still be connected. `force` ends these connections, but is refused
 * while autovacuum works there, which only a superuser may end. Without it the server itself ends autovacuum, and waits.
 */
export async function dropDatabase(client: pg.Client | pg.Pool, name: string): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await client.query(`drop database ${name}${attempt % 2 === 1 ? " with (force)" : ""}`);
      return;
    } catch (error) {
      if (attempt === 10 || !(error instanceof pg.DatabaseError) || !inUse.has(error.code)) throw error;
    }
  }
}
