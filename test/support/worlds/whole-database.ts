import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import type { Database } from "#database/database.ts";
import { database } from "../databases/database.ts";
import { storageFolder } from "./storage.ts";

/** Every table except those of PostgreSQL, with its columns, from the catalog. */
export async function columnsOfEverything(db: Database = database): Promise<Record<string, string[]>> {
  const { rows } = await db.pool.query<{ name: string; columns: string[] }>(`
    select case when nspname = current_schema() then relname::text else nspname || '.' || relname end as name,
           array(select attname::text from pg_attribute
                  where attrelid = pg_class.oid and attnum > 0 and not attisdropped order by 1) as columns
      from pg_class join pg_namespace on pg_namespace.oid = relnamespace
     where relkind in ('r', 'p', 'm') and nspname <> 'information_schema' and nspname not like 'pg\\_%'`);
  return Object.fromEntries(rows.map(({ name, columns }) => [name, columns.toSorted()]));
}

/** The columns of every table that hold texts or bytes and have no check of their values. */
export async function textsOfEverything(db: Database = database): Promise<Record<string, string[]>> {
  const { rows } = await db.pool.query<{ name: string; columns: string[] }>(`
    select case when nspname = current_schema() then relname::text else nspname || '.' || relname end as name,
           array(select attname::text from pg_attribute
                   join pg_type on pg_type.oid = atttypid
                  where attrelid = pg_class.oid and attnum > 0 and not attisdropped
                    and typname in ('text', 'varchar', 'bpchar', 'json', 'jsonb', 'bytea', '_text')
                    and not exists (select from pg_constraint
                                     where conrelid = pg_class.oid and contype = 'c' and conkey = array[attnum]
                                       and pg_get_constraintdef(pg_constraint.oid) ~ '(= ANY|<@) .*ARRAY\\[')
                  order by 1) as columns
      from pg_class join pg_namespace on pg_namespace.oid = relnamespace
     where relkind in ('r', 'p', 'm') and nspname <> 'information_schema' and nspname not like 'pg\\_%'`);
  return Object.fromEntries(rows.map(({ name, columns }) => [name, columns]));
}

export interface Found {
  table: string;
  row: string;
  /** The first text that the row contains. */
  text: string;
}

/** Every row of every table that contains one of the texts in any case, like a search of a full dump. */
export async function searchDatabase(texts: readonly string[], db: Database = database): Promise<Found[]> {
  const patterns = texts.map((text) => `%${text.toLowerCase().replaceAll(/[\\%_]/g, String.raw`\$&`)}%`);
  const textIn = (row: string) => texts.find((text) => row.toLowerCase().includes(text.toLowerCase())) ?? "";
  const matches: Found[] = [];
  for (const table of Object.keys(await columnsOfEverything(db))) {
    const { rows } = await db.pool.query<{ row: string }>(
      `select whole::text as row from ${table} as whole where lower(whole::text) like any($1)`,
      [patterns],
    );
    matches.push(...rows.map(({ row }) => ({ table, row, text: textIn(row) })));
  }
  const { rows: objects } = await db.pool.query<{ row: string }>(
    "select encode(lo_get(oid), 'escape') as row from pg_largeobject_metadata where lower(encode(lo_get(oid), 'escape')) like any($1)",
    [patterns],
  );
  return [...matches, ...objects.map(({ row }) => ({ table: "pg_largeobject", row, text: textIn(row) }))];
}

/** Files of the object store with one of the texts in their name or bytes. */
export async function searchStore(texts: readonly string[]): Promise<string[]> {
  const matchingFiles: string[] = [];
  for (const entry of await readdir(storageFolder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = path.join(entry.parentPath, entry.name);
    const text = `${file}\n${(await readFile(file)).toString("latin1")}`.toLowerCase();
    if (texts.some((each) => text.includes(Buffer.from(each.toLowerCase()).toString("latin1"))))
      matchingFiles.push(file);
  }
  return matchingFiles;
}
