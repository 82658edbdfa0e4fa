import type pg from "pg";

type Client = Pick<pg.ClientBase, "query">;

/**
 * Describes the schema of a migrated database as the statements that create it: tables with columns and checks,
 * indexes, foreign keys, and the rows of `schema_migrations`. Throws if the schema has other parts, or constraints that
 * no migration has validated: databases that are created from these statements would differ from migrated ones.
 */
export async function schemaSql(client: Client): Promise<string> {
  await requireKnownParts(client);
  return [
    "-- Written by `npm run contracts`, from the migrations. Creates the schema of an empty database.",
    ...(await describeTables(client)),
    ...(await describeForeignKeys(client)),
    ...(await describeMigrations(client)),
    "",
  ].join("\n\n");
}

const inSchema = "relnamespace = current_schema()::regnamespace";

async function requireKnownParts(client: Client): Promise<void> {
  const { rows } = await client.query<{ part: string }>(`
    select format('%s %s', relkind, relname) as part from pg_class where ${inSchema} and relkind not in ('r', 'i')
    union all
    select format('table with other options: %s', relname) from pg_class
     where ${inSchema} and relkind = 'r' and (relpersistence <> 'p' or relrowsecurity or relispartition or relreplident <> 'd')
    union all
    select format('column with other options: %s.%s', relname, attname)
      from pg_attribute join pg_class on pg_class.oid = attrelid join pg_type on pg_type.oid = atttypid
     where ${inSchema} and relkind = 'r' and attnum > 0 and not attisdropped
       and (attidentity <> '' or attgenerated <> '' or attcompression <> '' or attoptions::text like '%n_distinct%'
            or coalesce(attstattarget, -1) <> -1 or attcollation <> typcollation or attstorage not in (typstorage, 'e'))
    union all
    select format('constraint %s', conname) from pg_constraint
     where connamespace = current_schema()::regnamespace
       and (contype not in ('p', 'u', 'c', 'f', 'n') or condeferrable)
    union all
    select format('constraint %s, which is not validated', conname) from pg_constraint
     where connamespace = current_schema()::regnamespace and not convalidated
    union all
    select format('trigger %s', tgname) from pg_trigger join pg_class on pg_class.oid = tgrelid
     where ${inSchema} and not tgisinternal
    union all
    select format('function %s', proname) from pg_proc where pronamespace = current_schema()::regnamespace
    union all
    select format('statistics %s', stxname) from pg_statistic_ext where stxnamespace = current_schema()::regnamespace
    union all
    select format('comment of %s', objoid::regclass) from pg_description
     where classoid = 'pg_class'::regclass and objoid in (select oid from pg_class where ${inSchema})`);
  if (rows.length > 0) throw new Error(`schema-sql.ts cannot describe ${rows.map(({ part }) => part).join(", ")}.`);
}

async function describeTables(client: Client): Promise<string[]> {
  const { rows } = await client.query<{
    name: string;
    options: string[] | null;
    columns: string[];
    constraints: string[];
    storage: string[];
    indexes: string[];
  }>(`
    select relname as name, reloptions as options,
           array(select quote_ident(attname) || ' ' || format_type(atttypid, atttypmod)
                          || coalesce(' default ' || pg_get_expr(adbin, adrelid, true), '')
                          || case when attnotnull then ' not null' else '' end
                   from pg_attribute left join pg_attrdef on adrelid = attrelid and adnum = attnum
                  where attrelid = tables.oid and attnum > 0 and not attisdropped order by attnum) as columns,
           array(select format('constraint %I %s', conname, pg_get_constraintdef(oid, true))
                   from pg_constraint where conrelid = tables.oid and contype in ('p', 'u', 'c')
                  order by contype <> 'p', contype <> 'u', conname) as constraints,
           array(select format('alter column %I set storage external', attname)
                   from pg_attribute join pg_type on pg_type.oid = atttypid
                  where attrelid = tables.oid and attnum > 0 and not attisdropped and attstorage <> typstorage
                  order by attnum) as storage,
           array(select pg_get_indexdef(indexrelid, 0, true)
                   from pg_index join pg_class indexes on indexes.oid = indexrelid
                  where indrelid = tables.oid
                    and not exists (select from pg_constraint where conindid = indexrelid and contype in ('p', 'u'))
                  order by relname) as indexes
      from pg_class tables where ${inSchema} and relkind = 'r' order by relname`);
  return rows.map(({ name, options, columns, constraints, storage, indexes }) => {
    const ending = options ? ` with (${options.join(", ")})` : "";
    return [
      `create table ${name} (\n  ${[...columns, ...constraints].join(",\n  ")}\n)${ending};`,
      ...alterTable(name, storage),
      ...indexes.map(
        (definition) =>
          `${definition.replace("CREATE UNIQUE INDEX", "create unique index").replace("CREATE INDEX", "create index").replace(" USING btree", "")};`,
      ),
    ].join("\n");
  });
}

async function describeForeignKeys(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string; keys: string[] }>(`
    select relname as name,
           array_agg(format('add constraint %I %s', conname, pg_get_constraintdef(pg_constraint.oid, true))
                     order by conname) as keys
      from pg_constraint join pg_class on pg_class.oid = conrelid
     where ${inSchema} and contype = 'f' group by relname order by relname`);
  return rows.flatMap(({ name, keys }) => alterTable(name, keys));
}

async function describeMigrations(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ row: string }>(
    "select format('(%L, now(), %L)', name, requires) as row from schema_migrations order by name",
  );
  const values = rows.map(({ row }) => row).join(",\n  ");
  return [`insert into schema_migrations (name, applied_at, requires) values\n  ${values};`];
}

const alterTable = (name: string, actions: readonly string[]): string[] =>
  actions.length > 0 ? [`alter table ${name}\n  ${actions.join(",\n  ")};`] : [];
