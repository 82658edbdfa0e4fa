import { readFileSync } from "node:fs";
import path from "node:path";
import type pg from "pg";
import { appliedMigrations, migrationFolder, migrations } from "./migrate.ts";

/**
 * Names of tables and indexes that the applied migrations have created and that the database lacks. A dump is restored
 * in the order tables, rows, indexes: after an interrupted restore, indexes are missing.
 */
export async function missingObjects(client: Pick<pg.ClientBase, "query">): Promise<string[]> {
  const applied = new Set(await appliedMigrations(client));
  const expected = objectsOf(migrations().filter((name) => applied.has(name)));
  const { rows: existing } = await client.query<{ name: string }>(
    `select relname as name from pg_class
       left join pg_index on indexrelid = pg_class.oid
      where relnamespace = current_schema()::regnamespace and coalesce(indisvalid, true)`,
  );
  return [...expected.difference(new Set(existing.map(({ name }) => name)))];
}

const objectsByMigrations = new Map<string, ReadonlySet<string>>();

function objectsOf(applied: readonly string[]): ReadonlySet<string> {
  const key = applied.join();
  const known = objectsByMigrations.get(key);
  if (known) return known;
  const objects = new Set<string>();
  for (const name of applied) follow(readFileSync(path.join(migrationFolder, name), "utf8"), objects);
  objectsByMigrations.set(key, objects);
  return objects;
}

/**
 * Follows the statements of a migration that create or drop tables and indexes. A test compares the result with a new
 * database.
 */
function follow(migration: string, objects: Set<string>): void {
  const statement = /\b(create|drop)\s+(?:unique\s+)?(?:table|index)\s+(?:if\s+(?:not\s+)?exists\s+)?(\w+)/gi;
  for (const [, verb = "", name = ""] of migration.replaceAll(/--[^\n]*/g, "").matchAll(statement)) {
    if (verb.toLowerCase() === "create") objects.add(name);
    else objects.delete(name);
  }
}
