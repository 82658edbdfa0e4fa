import { readFileSync } from "node:fs";
import path from "node:path";
import type pg from "pg";

export const schemaFile = path.join(import.meta.dirname, "schema.sql");

/**
 * Creates the schema in an empty database, in one transaction. This takes less time than all migrations, which
 * `schema.sql` records as applied. Migrations that are newer than the file remain to be applied.
 */
export async function createSchema(client: Pick<pg.ClientBase, "query">): Promise<void> {
  // Several statements in one message are one transaction (PostgreSQL, "Multiple Statements in a Simple Query").
  await client.query(readFileSync(schemaFile, "utf8"));
}
