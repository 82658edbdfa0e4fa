import type pg from "pg";

/** Tables of the installation that statements join with tables of sites: every node keeps a copy. */
export const referenceTables = ["sites", "accounts", "account_sites", "integrations"];

/** Tables of the installation that grow with its use, by the column that every statement on them names. */
const otherColumns: Readonly<Record<string, string>> = { sign_in_attempts: "digest" };

/** All tables of sites are stored next to this one: the rows of a site are on one node. */
const anchor = "members";

export interface Distribution {
  /** Tables that were distributed by this call. */
  distributed: string[];
  /** Tables that this call copied to every node. */
  references: string[];
}

/** Returns true if the tables of this database are distributed. */
export async function isDistributed(client: Pick<pg.ClientBase, "query">): Promise<boolean> {
  if (!(await hasCitus(client))) return false;
  const { rows } = await client.query("select from pg_dist_partition where logicalrelid = to_regclass($1)", [anchor]);
  return rows.length > 0;
}

export async function hasCitus(client: Pick<pg.ClientBase, "query">): Promise<boolean> {
  const { rows } = await client.query("select from pg_extension where extname = 'citus'");
  return rows.length > 0;
}

/** Copies the tables of the installation among these to every node, and distributes those of sites. */
export async function placeTables(
  client: pg.ClientBase,
  pending: readonly string[],
  report: (line: string) => void = () => {},
): Promise<Distribution> {
  const references = referenceTables.filter((table) => pending.includes(table));
  for (const table of references) {
    report(`Copying to every node: ${table}`);
    await client.query("select create_reference_table($1)", [table]);
  }
  const distributed: string[] = [];
  for (const { table, column } of await distributable(client, pending)) {
    report(`Distributing: ${table}`);
    await distributeTable(client, table, column);
    distributed.push(table);
  }
  return { distributed, references };
}

/** Tables of the schema that are neither distributed nor copied to every node. */
export async function pendingTables(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(`
    select relname::text as name from pg_class
     where relkind = 'r' and relnamespace = 'public'::regnamespace
       and not exists (select from pg_dist_partition where logicalrelid = pg_class.oid)
       and not exists (select from pg_depend where objid = pg_class.oid and deptype = 'e')
     order by relname`);
  return rows.map(({ name }) => name);
}

interface Distributable {
  table: string;
  column: string;
}

/** The tables among these that belong to sites, the anchor first. Tables of the installation stay on the coordinator. */
export async function distributable(client: pg.ClientBase, pending: readonly string[]): Promise<Distributable[]> {
  const { rows } = await client.query<{ name: string }>(
    `select attrelid::regclass::text as name from pg_attribute
      where attname = 'site_id' and attrelid::regclass::text = any($1) and not attrelid::regclass::text = any($2)
      order by attrelid::regclass::text = $3 desc, name`,
    [pending, referenceTables, anchor],
  );
  const others = Object.entries(otherColumns).filter(([table]) => pending.includes(table));
  return [
    ...rows.map(({ name }) => ({ table: name, column: "site_id" })),
    ...others.map(([table, column]) => ({ table, column })),
  ];
}

async function distributeTable(client: pg.ClientBase, table: string, column: string): Promise<void> {
  const together = table === anchor || column !== "site_id" ? "none" : anchor;
  await client.query("select create_distributed_table($1, $2, colocate_with => $3)", [table, column, together]);
  await client.query("select truncate_local_data_after_distributing_table($1)", [table]);
}
