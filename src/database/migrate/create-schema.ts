import { readFileSync } from "node:fs";
import path from "node:path";
import pg from "pg";
import { UnusableDatabaseError } from "./unusable-database.ts";

export const schemaFile = path.join(import.meta.dirname, "../schema.sql");

/**
 * Creates the schema in an empty database, in one transaction. This takes less time than all migrations, which
 * `schema.sql` records as applied. Migrations that are newer than the file remain to be applied.
 */
export async function createSchema(client: Pick<pg.ClientBase, "query">): Promise<void> {
  // Several statements in one message are one transaction (PostgreSQL, "Multiple Statements in a Simple Query").
  try {
    await client.query(readFileSync(schemaFile, "utf8"));
  } catch (error) {
    const advice = error instanceof pg.DatabaseError ? advices[error.code ?? ""] : undefined;
    if (advice === undefined || !(error instanceof Error)) throw error;
    throw new UnusableDatabaseError(`The tables could not be created: ${error.message}. ${advice}`, { cause: error });
  }
}

/** By SQLSTATE (PostgreSQL, appendix A). */
const advices: Readonly<Record<string, string>> = {
  "42501":
    "Make the user of DATABASE_URL the owner of the database, or grant it the right to create tables in the schema.",
  "42P07": "DATABASE_URL must name an empty database, or one that Lectern has created.",
};
