import type pg from "pg";

/** The parts of a table that a restore may have left out. */
interface TableParts {
  /** Names; `!` after the name: not null. */
  columns: string[];
  /** Names of valid indexes, those of primary keys and unique constraints included. */
  indexes: string[];
  /** Definitions without names, because a distributed table may have others: `(site_id, id) REFERENCES …`. */
  foreignKeys: string[];
  /** Names of check constraints. PostgreSQL versions write their definitions differently. */
  checks: string[];
}

/** Tables by name. */
export type Schema = Record<string, TableParts>;

/** Reads the schema from the catalogs. `schema_migrations` is left out: it belongs to the migrations themselves. */
export async function readSchema(client: Pick<pg.ClientBase, "query">): Promise<Schema> {
  const { rows } = await client.query<TableParts & { name: string }>(`
    select relname as name,
           array(select attname || case when attnotnull then '!' else '' end
                   from pg_attribute where attrelid = tables.oid and attnum > 0 and not attisdropped
                  order by 1) as columns,
           array(select pg_class.relname::text from pg_index join pg_class on pg_class.oid = indexrelid
                  where indrelid = tables.oid and indisvalid order by 1) as indexes,
           array(select replace(replace(pg_get_constraintdef(oid), 'FOREIGN KEY ', ''), ' NOT VALID', '')
                   from pg_constraint where conrelid = tables.oid and contype = 'f' order by 1) as "foreignKeys",
           array(select conname::text from pg_constraint
                  where conrelid = tables.oid and contype = 'c' order by 1) as checks
      from pg_class tables
     where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p') and not relispartition
       and relname <> 'schema_migrations'
     order by relname`);
  return Object.fromEntries(rows.map(({ name, ...parts }) => [name, parts]));
}
