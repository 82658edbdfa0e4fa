import { database } from "../databases/database.ts";

/** Tables of the product's schema, from the catalog of the database. */
export async function tables(): Promise<string[]> {
  const { rows } = await database.pool.query<{ name: string }>(`
    select relname as name from pg_class
     where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p') and not relispartition
     order by 1`);
  return rows.map(({ name }) => name);
}

export interface Key {
  table: string;
  name: string;
  columns: string[];
}

/** Primary keys, unique constraints and unique indexes. */
export async function uniqueKeys(): Promise<Key[]> {
  const { rows } = await database.pool.query<Key>(`
    select table_of.relname as table, index_of.relname as name,
           array(select attname::text from unnest(indkey::int2[]) with ordinality as key (number, position)
                   join pg_attribute on attrelid = indrelid and attnum = number order by position) as columns
      from pg_index
      join pg_class table_of on table_of.oid = indrelid
      join pg_class index_of on index_of.oid = indexrelid
     where indisunique and table_of.relnamespace = current_schema()::regnamespace
     order by 1, 2`);
  return rows;
}

export interface ForeignKey extends Key {
  target: string;
  targetColumns: string[];
  /** Action when the referenced row is deleted: `n` sets null. */
  onDelete: string;
}

export async function foreignKeys(): Promise<ForeignKey[]> {
  const { rows } = await database.pool.query<ForeignKey>(`
    select conrelid::regclass::text as table, conname as name, confrelid::regclass::text as target,
           confdeltype::text as "onDelete",
           array(select attname::text from unnest(conkey) with ordinality as key (number, position)
                   join pg_attribute on attrelid = conrelid and attnum = number order by position) as columns,
           array(select attname::text from unnest(confkey) with ordinality as key (number, position)
                   join pg_attribute on attrelid = confrelid and attnum = number order by position) as "targetColumns"
      from pg_constraint
     where contype = 'f' and connamespace = current_schema()::regnamespace
     order by 1, 2`);
  return rows;
}
