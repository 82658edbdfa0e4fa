import { readFile } from "node:fs/promises";
import path from "node:path";
import type pg from "pg";
import { appliedMigrations } from "./applied-migrations.ts";
import { droppedForeignKeys } from "../cluster/cluster.ts";
import { migrations, readMigration, withoutComments } from "./migration-files.ts";
import { newerMigrations } from "./newer-schema.ts";
import { readSchema, type Schema } from "./schema-catalog.ts";

/**
 * Describes the parts of the schema that the applied migrations have created and that the database lacks. A dump is
 * restored in the order tables, rows, indexes, foreign keys: after an interrupted restore, the last of them are
 * missing. The schema of a newer version is left to that version.
 */
export async function missingObjects(client: Pick<pg.ClientBase, "query">): Promise<string[]> {
  const applied = await appliedMigrations(client);
  if (applied.length === 0 || newerMigrations(applied).length > 0) return [];
  const existing = await readSchema(client);
  const names = new Set(applied.map(({ name }) => name));
  const isCurrent = migrations().every((name) => names.has(name));
  if (!isCurrent) return missingNames([...names], existing);
  return missingParts(await readExpected(), existing);
}

/** Reads the schema that `tools/write-contracts.ts` writes: 60 kB, which need not stay in memory between two checks. */
const readExpected = async () =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- The file is a part of the program.
  JSON.parse(await readFile(path.join(import.meta.dirname, "../schema.json"), "utf8")) as Schema;

/** Compares a migrated database with `schema.json`. */
function missingParts(expected: Schema, existing: Schema): string[] {
  // `lectern database distribute` drops the foreign keys for the time of its work, and continues after an interruption.
  const isBeingDistributed = existing[droppedForeignKeys] !== undefined;
  const missing = Object.entries(expected).flatMap(([table, parts]) => {
    const existingParts = existing[table];
    if (!existingParts) return [{ order: 0, text: `the table ${table}` }];
    const lacks = (kind: keyof Schema[string]) => new Set(parts[kind]).difference(new Set(existingParts[kind]));
    return [
      ...[...lacks("columns")].map((column) => ({
        order: 1,
        text: describeColumn(table, column, existingParts.columns),
      })),
      ...[...lacks("indexes")].map((index) => ({ order: 2, text: `the index ${index}` })),
      ...[...(isBeingDistributed ? [] : lacks("foreignKeys"))].map((key) => ({
        order: 3,
        text: `the foreign key of ${table} ${key}`,
      })),
      ...[...lacks("checks")].map((check) => ({ order: 4, text: `the constraint ${check} of ${table}` })),
    ];
  });
  return missing.toSorted((a, b) => a.order - b.order).map(({ text }) => text);
}

const describeColumn = (table: string, column: string, existingColumns: readonly string[]): string =>
  column.endsWith("!") && existingColumns.includes(column.slice(0, -1))
    ? `the constraint NOT NULL of ${table}.${column.slice(0, -1)}`
    : `the column ${table}.${column.replace("!", "")}`;

/** Before the pending migrations run, only names are compared: `schema.json` describes the schema after them. */
function missingNames(applied: readonly string[], existing: Schema): string[] {
  const existingNames = new Set(Object.entries(existing).flatMap(([table, { indexes }]) => [table, ...indexes]));
  return [...objectsOf(applied)].flatMap(([name, kind]) => (existingNames.has(name) ? [] : [`the ${kind} ${name}`]));
}

/** Follows the statements of migrations that create or drop tables and indexes. Returns the kinds by name. */
function objectsOf(applied: readonly string[]): ReadonlyMap<string, string> {
  const objects = new Map<string, string>();
  for (const name of applied) {
    for (const [, verb = "", kind = "", object = ""] of withoutComments(readMigration(name).text).matchAll(statement)) {
      if (verb.toLowerCase() === "create") objects.set(object, kind.toLowerCase());
      else objects.delete(object);
    }
  }
  return objects;
}

const statement =
  /\b(create|drop)\s+(?:unique\s+)?(table|index)\s+(?:concurrently\s+)?(?:if\s+(?:not\s+)?exists\s+)?(\w+)/gi;
