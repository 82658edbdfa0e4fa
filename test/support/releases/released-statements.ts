import type pg from "pg";
import { readMigration } from "#database/migrate/migration-files.ts";
import { compareVersions } from "#lib/settings/compare-versions.ts";
import type { ReleaseRecord } from "./release-record.ts";

/** How PostgreSQL understands a statement: its types, or the error. */
interface Understood {
  types: string;
  error?: string;
}

/** Prepares the statements with the current schema. */
export async function prepareAll(client: pg.ClientBase, statements: readonly string[]): Promise<Understood[]> {
  const errors: (string | undefined)[] = [];
  for (const [index, statement] of statements.entries()) {
    errors[index] = await client.query(`prepare "${index}" as ${statement}`).then(
      () => undefined,
      (error: Error) => error.message,
    );
  }
  // PostgreSQL 15 has no result types.
  const { rows } = await client.query<{ name: string; types: string }>(
    "select name, parameter_types::text || ' -> ' || coalesce(to_jsonb(prepared) ->> 'result_types', '') as types from pg_prepared_statements prepared",
  );
  const types = new Map(rows.map((row) => [row.name, row.types]));
  await client.query("deallocate all");
  return statements.map((_statement, index) => ({
    types: types.get(String(index)) ?? "",
    ...(errors[index] !== undefined && { error: errors[index] }),
  }));
}

/**
 * Applies migrations to the schema of the release, one after the other, and returns one line per statement of the
 * release that then fails, returns other types, or leaves out a required column.
 */
export async function brokenStatements(
  client: pg.ClientBase,
  { version, statements }: ReleaseRecord,
  unreleased: readonly string[],
  folder?: string,
): Promise<string[]> {
  let before = await prepareAll(client, statements);
  const broken = statements.flatMap((statement, index) =>
    before[index]!.error === undefined ? [] : [`${version} itself: ${before[index]!.error}: ${statement}`],
  );
  for (const name of unreleased) {
    const { text, requires } = readMigration(name, folder);
    await client.query(text.replaceAll(/\bconcurrently\b/gi, ""));
    const after = await prepareAll(client, statements);
    const required = await requiredColumns(client);
    // A migration that requires a later release is not applied while this one runs.
    const isBeside = requires === null || compareVersions(requires, version) <= 0;
    for (const [index, statement] of statements.entries()) {
      const problem = compare(before[index]!, after[index]!) ?? missingColumn(statement, required);
      if (problem !== undefined && isBeside) broken.push(`${name} breaks release ${version}: ${problem}: ${statement}`);
    }
    before = after;
  }
  return broken;
}

function compare(before: Understood, after: Understood): string | undefined {
  if (before.error !== undefined) return undefined;
  if (after.error !== undefined) return after.error;
  return before.types === after.types ? undefined : `types ${before.types} become ${after.types}`;
}

type Required = ReadonlyMap<string, readonly string[]>;

/** Columns by table that an insert must name. */
async function requiredColumns(client: pg.ClientBase): Promise<Required> {
  const { rows } = await client.query<{ table: string; columns: string[] }>(`
    select relname as table, array_agg(attname::text) as columns
      from pg_class join pg_attribute on attrelid = pg_class.oid
     where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p') and attnum > 0
       and not attisdropped and attnotnull and not atthasdef and attidentity = ''
     group by relname`);
  return new Map(rows.map(({ table, columns }) => [table, columns]));
}

function missingColumn(statement: string, required: Required): string | undefined {
  for (const [, table = "", list = ""] of statement.matchAll(/\binsert into (\w+) \(([^)]*)\)/gi)) {
    const named = new Set(list.split(",").map((column) => column.trim().replaceAll('"', "")));
    const missing = required.get(table)?.find((column) => !named.has(column));
    if (missing !== undefined) return `the insert leaves out ${table}.${missing}, which is not null`;
  }
  return undefined;
}
