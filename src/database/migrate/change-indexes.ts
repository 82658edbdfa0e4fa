import type pg from "pg";
import { type Migration, statementsOf } from "./migration-files.ts";

/**
 * Runs a migration of `create index concurrently` and `drop index concurrently`, which do not block writes. It can be
 * repeated after a crash: existing indexes are skipped, and those of an interrupted run, which are invalid, are created
 * again.
 */
export async function changeIndexes(client: pg.ClientBase, migration: Migration): Promise<void> {
  for (const statement of statementsOf(migration)) {
    const [, verb, name] = concurrent.exec(statement) ?? [];
    if (verb === undefined || name === undefined) {
      throw new Error(`It contains a statement that is not about an index: ${statement}`);
    }
    const isValid = await findValidity(client, name);
    if (verb.toLowerCase() === "create" ? isValid === true : isValid === undefined) continue;
    if (verb.toLowerCase() === "create" && isValid === false) await client.query(`drop index concurrently ${name}`);
    await client.query(statement);
  }
}

/** Returns true if the migration creates no index. */
export const dropsOnly = (migration: Migration): boolean =>
  statementsOf(migration).every((statement) => /^drop\b/i.test(statement));

const concurrent = /^(create|drop)\s+(?:unique\s+)?index\s+concurrently\s+(?:if\s+(?:not\s+)?exists\s+)?(\w+)/i;

/** Undefined: there is no such index. */
async function findValidity(client: pg.ClientBase, name: string): Promise<boolean | undefined> {
  const { rows } = await client.query<{ isValid: boolean }>(
    `select indisvalid as "isValid" from pg_index where indexrelid = to_regclass($1)`,
    [name],
  );
  return rows[0]?.isValid;
}
