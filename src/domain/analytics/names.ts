import { sql } from "#database/statements/sql.ts";
import { table, tableNamed } from "#database/table/table.ts";
import type { SiteScope } from "#domain/platform/context.ts";
import type { Dimension } from "./dimensions.ts";
import { soldKinds } from "#domain/sales/products/kinds.ts";
import { namedRows } from "#domain/sales/products/named-rows.ts";

interface Named {
  key: string;
  name: string;
}

/** Returns the current names of the resources behind rollup keys. Omits keys without a name and deleted resources. */
export async function namesOf(
  scope: SiteScope,
  dimension: Dimension,
  keys: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const read = readers[dimension];
  if (!read || keys.length === 0) return new Map();
  return new Map((await read(scope, keys)).map(({ key, name }) => [key, name]));
}

const readers: Partial<Record<Dimension, (scope: SiteScope, keys: readonly string[]) => Promise<Named[]>>> = {
  course: ({ db, site }, keys) => db.many`select id as key, name from ${table("courses").withIds(site.id, keys)}`,
  plan: ({ db, site }, keys) =>
    db.many`select id as key, name from ${table("membership_plans").withIds(site.id, keys)}`,
  event: ({ db, site }, keys) => db.many`select id as key, name from ${table("events").withIds(site.id, keys)}`,
  product: productNames,
};

/** A plan has the name of its course, a price that of its membership plan, a ticket that of its event. */
function productNames({ db, site }: SiteScope, keys: readonly string[]): Promise<Named[]> {
  const ids = keys.map((key) => key.slice(key.indexOf(":") + 1));
  const selects = soldKinds.map(([type, kind]) => {
    const { join, name, label } = namedRows(kind, site.id);
    return sql`
      select ${`${type}:`}::text || ${kind.table}.id as key, ${name} || coalesce(' – ' || ${label}, '') as name
        from ${tableNamed(kind.table).withIds(site.id, ids)} ${join}`;
  });
  return db.many`${selects.reduce((left, right) => sql`${left} union all ${right}`)}`;
}
