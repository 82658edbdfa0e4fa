import { contentIn } from "../content/content-of.ts";
import { recordset, Sql, sql } from "../statements/sql.ts";
import { inIndexOrder } from "../statements/statement.ts";

export type Reference = { id: string } | { slug: string };

/**
 * Parts of statements on a table of sites, with plans that do not depend on statistics: the reasons are in
 * docs/architecture/database.md. Each part returns rows under the name of the table.
 */
export class TableParts {
  readonly name: Sql;
  protected readonly tableName: string;
  /**
   * `deleted_at is null`, for rows that are looked up by their key. As a CASE, the planner cannot match it with the
   * predicate of partial indexes. Without statistics, or on a table that was almost empty when the plan was cached, a
   * partial index of the site looks as good as the key, and its scan reads the whole site.
   */
  readonly present: Sql;
  readonly #names = new Map<string, Sql>();

  constructor(name: string) {
    this.tableName = name;
    this.name = this.named(name);
    this.present = sql`(case when ${this.name}.deleted_at is null then true end)`;
  }

  /** The condition for the present row with this ID or slug. With `orDeleted`, a row with the ID may be deleted. */
  hasReference(reference: Reference, { orDeleted = false } = {}): Sql {
    if ("slug" in reference) return sql`slug = ${reference.slug} and deleted_at is null`;
    return orDeleted ? sql`id = ${reference.id}` : sql`id = ${reference.id} and ${this.present}`;
  }

  /** A column under the name of the table. */
  column(name: string): Sql {
    return sql`${this.name}.${this.named(name)}`;
  }

  /**
   * The rows with these IDs, looked up one by one in their order: with a locking clause, locked in this order. For a
   * comparison with an array or a subquery, the planner would rather read the whole site if it has no statistics.
   */
  withIds(siteId: string, ids: readonly string[] | Sql): Sql {
    const id = sql`${this.name}.id`;
    return ids instanceof Sql
      ? this.withKeys(
          siteId,
          id,
          sql`(select distinct id as requested_key from (${ids}) as input (id) order by id) as requested`,
        )
      : this.withKeys(siteId, id, sql`unnest(${inOrder(ids)}::uuid[]) as requested_key`);
  }

  /** `withIds` for a key of texts, such as external IDs. */
  withTexts(siteId: string, column: string, values: readonly string[]): Sql {
    return this.withKeys(siteId, this.column(column), sql`unnest(${inOrder(values)}::text[]) as requested_key`);
  }

  /** `withIds` for distinct values that a subquery returns as `requested_key`. */
  withKeys(siteId: string, key: Sql, keys: Sql): Sql {
    const { name } = this;
    return sql`
  ${keys}
  cross join lateral (
    select * from ${name} where ${name}.site_id = ${siteId} and ${key} = requested_key offset 0
  ) as ${name}`;
  }

  /**
   * The row with this ID or slug. A row with the ID may be deleted: the statement checks that. Reads one row in any state
   * of planner statistics.
   */
  withReference(siteId: string, reference: Reference): Sql {
    const { name } = this;
    return "id" in reference
      ? sql`(select * from ${name} where site_id = ${siteId} and id = ${reference.id} offset 0) as ${name}`
      : this.withSlug(siteId, reference.slug);
  }

  /**
   * The present row with this slug, as the first one of a list in the order of slugs, whose index the planner then has to
   * use. For `slug = $1 and deleted_at is null`, every other partial index of the site looks as good without statistics,
   * and its scan reads the whole site.
   */
  withSlug(siteId: string, slug: string): Sql {
    const { name } = this;
    return sql`
  ${inIndexOrder} (
    select * from (
      select * from ${name} where site_id = ${siteId} and slug >= ${slug} and deleted_at is null order by slug limit 1
    ) as ${name} where slug = ${slug} offset 0
  ) as ${name}`;
  }

  /**
   * The rows whose key has the value of a row before them, for `cross join` and `left join`. As a join condition without
   * statistics, another index of the site looks as good as the key.
   */
  joined(siteId: Sql | string, value: Sql, column = "id"): Sql {
    const { name } = this;
    return sql`
  lateral (select * from ${name} where ${name}.site_id = ${siteId} and ${name}.${this.named(column)} = ${value} offset 0) as ${name}`;
  }

  /** `joined` for the column of a table that has the site: `lectures.section_id`. */
  of(owner: string, column: string): Sql {
    const { name } = this;
    const ownerTable = this.named(owner);
    return sql`
  lateral (
    select * from ${name} where ${name}.site_id = ${ownerTable}.site_id and ${name}.id = ${ownerTable}.${this.named(column)} offset 0
  ) as ${name}`;
  }

  /**
   * The rows of these parents, or of the parent of a row before them, for `cross join`: the lines of orders. In the order
   * of the key, whose index the planner then has to use. Where one parent has most rows of the site, an equality would
   * select most rows by the statistics, so that another index of the site looks as good. The condition (`and …`) is that of a
   * partial index.
   */
  under(siteId: string, column: string, parents: readonly string[] | Sql, condition = sql``): Sql {
    if (!(parents instanceof Sql)) {
      return sql`
  unnest(${[...new Set(parents)]}::uuid[]) as requested_key
  cross join ${this.under(siteId, column, sql`requested_key`, condition)}`;
    }
    const { name } = this;
    const key = this.named(column);
    return sql`
  ${inIndexOrder} lateral (
    select * from ${name}
     where ${name}.site_id = ${siteId} and ${name}.${key} >= ${parents} and ${name}.${key} <= ${parents} ${condition}
     order by ${name}.${key} offset 0
  ) as ${name}`;
  }

  /**
   * Compares the two columns of a key as a pair, which only an index that begins with them can look up. Compared one by
   * one, an index with the second column looks as good without statistics, and one lecture may have most rows of the site.
   */
  hasPair(columns: readonly [string, string], first: Sql | string, second: Sql | string): Sql {
    const { name } = this;
    const key = sql`${name}.${this.named(columns[0])}, ${name}.${this.named(columns[1])}`;
    return sql`((${key}) >= (${first}::uuid, ${second}::uuid) and (${key}) <= (${first}::uuid, ${second}::uuid))`;
  }

  /**
   * The end of an update by ID: `from` rows of input with an `id`, under the name `changed`, `where` they have the key of
   * a row. The subquery hides that the site is a value, for which all rows of the site would look as cheap as the lookups:
   * only the primary key finds the rows to update.
   */
  fromEach(siteId: Sql | string, input: Sql): Sql {
    return sql`from ${this.changesFrom(siteId, input)} where ${this.#isChanged}`;
  }

  /** Rows of input with the site, under the name `changed`, for updates by another key than the ID. */
  changesFrom(siteId: Sql | string, input: Sql): Sql {
    return sql`
  (select site.site_id, input.* from (select ${siteId}::uuid as site_id) as site cross join ${input}
    where site.site_id = ${siteId} offset 0) as changed`;
  }

  /** `fromEach` for records with columns of the table. */
  fromRecords(siteId: string, records: readonly object[]): Sql {
    return sql`from ${this.changed(siteId, records)} where ${this.#isChanged}`;
  }

  /** Records with columns of the table, under the name `changed`, for statements that change it. */
  changed(siteId: string, records: readonly object[]): Sql {
    const input = recordset(records.map((record) => ({ ...record, siteId })));
    return sql`
  (select * from jsonb_populate_recordset(null::${this.name}, ${input}::jsonb) as input
    where input.site_id = ${contentIn(this.tableName, siteId)} offset 0) as changed`;
  }

  get #isChanged(): Sql {
    return sql`${this.name}.site_id = changed.site_id and ${this.name}.id = changed.id`;
  }

  /** Names of the code, once each: the cache of compiled statements knows a fragment by its identity. */
  protected named(name: string): Sql {
    let fragment = this.#names.get(name);
    if (!fragment) {
      if (!/^[a-z_\d]+$/.test(name)) throw new Error(`Not a name of a table or column: ${name}`);
      this.#names.set(name, (fragment = new Sql(Object.freeze([name]), [])));
    }
    return fragment;
  }
}

/** In one order, so that concurrent transactions lock rows in the same order. */
const inOrder = (values: readonly string[]): string[] => [...new Set(values)].toSorted();

/** Numbers of occurrences of these IDs, as input of `fromEach`. */
export const countsOfEach = (ids: readonly string[]): Sql => sql`
  (select id, count(*)::integer as by from unnest(${ids}::uuid[]) as id group by id) as input`;
