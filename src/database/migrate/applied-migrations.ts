import type pg from "pg";

export interface AppliedMigration {
  name: string;
  /** Oldest release that can run on the migrated schema. */
  requires: string | null;
}

export async function appliedMigrations(client: Pick<pg.ClientBase, "query">): Promise<AppliedMigration[]> {
  const { rows } = await client.query<{ exists: boolean }>(
    "select to_regclass('schema_migrations') is not null as exists",
  );
  if (!rows[0]?.exists) return [];
  // Tables from before the first release lack the column.
  const applied = await client.query<AppliedMigration>(
    "select name, to_jsonb(schema_migrations) ->> 'requires' as requires from schema_migrations order by name",
  );
  return applied.rows;
}
