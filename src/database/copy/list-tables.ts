import type pg from "pg";
import type { CopyTable } from "./copy-table.ts";

/** Lists those of the named tables that exist, each one after the tables that its foreign keys refer to. */
export async function listTables(client: pg.ClientBase, names: readonly string[]): Promise<CopyTable[]> {
  const { rows } = await client.query<CopyTable & { targets: string[] }>(
    `select requested.name,
            array(select attname::text from pg_attribute
                   where attrelid = to_regclass(requested.name) and attnum > 0 and not attisdropped
                     and attgenerated = ''
                   order by attnum) as columns,
            array(select targets.name from pg_constraint
                    join unnest($1::text[]) as targets (name) on confrelid = to_regclass(targets.name)
                   where contype = 'f' and conrelid = to_regclass(requested.name) and confrelid <> conrelid) as targets
       from unnest($1::text[]) as requested (name)
      where to_regclass(requested.name) is not null
      order by 1`,
    [names],
  );
  return inDependencyOrder(rows).map(({ name, columns }) => ({ name, columns }));
}

/** Tables that refer to each other in a circle keep the order of their names. */
function inDependencyOrder<Table extends { name: string; targets: readonly string[] }>(tables: readonly Table[]) {
  const byName = new Map(tables.map((table) => [table.name, table]));
  const ordered = new Set<Table>();
  const entered = new Set<Table>();
  const enter = (table: Table): void => {
    if (entered.has(table)) return;
    entered.add(table);
    for (const target of table.targets) {
      const named = byName.get(target);
      if (named) enter(named);
    }
    ordered.add(table);
  };
  tables.forEach(enter);
  return [...ordered];
}
