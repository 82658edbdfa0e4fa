import schema from "../schema.json" with { type: "json" };
import { contentIn, contentOfNew } from "../content/content-of.ts";
import { pagesAfter } from "#lib/collections/pages-after.ts";
import { nilUuid } from "#lib/ids/nil-uuid.ts";
import type { Statements } from "../statements/queries.ts";
import { assignments, rows, Sql, sql } from "../statements/sql.ts";
import type { TableName } from "./table.ts";
import { type Reference, TableParts } from "./table-parts.ts";

interface Scope {
  db: Statements;
  site: { id: string };
}

interface Declared {
  /** Columns that only single statements read. */
  without?: string;
  /** The columns of a row, if some are derived or have other names. */
  columns?: Sql;
  /** Fields that are stored as JSON lists. */
  lists?: readonly string[];
}

/** Columns of which no row has a copy: the site is known, and deleted rows are not read. */
const internal = "site_id deleted_at search_terms";

const namesOf = (name: TableName): string[] => schema[name].columns.map((column) => column.replace("!", ""));

/** All columns of the schema but the internal ones, so that a migration adds a column at one place. */
export function columnsOf(name: TableName, without = ""): Sql {
  const omitted = new Set([internal, without].flatMap((columns) => columns.split(" ")));
  const columns = namesOf(name).filter((column) => !omitted.has(column));
  return new Sql(Object.freeze([columns.map((column) => `${name}.${column}`).join(", ")]), []);
}

/**
 * Declares the table of a resource with the types of its rows, new rows and changes. A slice exports the statements under
 * the names of its resource: `export const { find: findCourse } = defineTable<…>("courses")`.
 */
export const defineTable = <Row, New extends object = never, Changes extends object = never>(
  name: TableName,
  declared: Declared = {},
): DefinedTable<Row, New, Changes> => new DefinedTable(name, declared);

class DefinedTable<Row, New extends object, Changes extends object> extends TableParts {
  readonly columns: Sql;
  readonly #lists: readonly string[];
  /** Nothing for a table whose rows are never marked as deleted. */
  readonly #isPresent: Sql;
  readonly #raised: Sql;
  readonly #hasUpdatedAt: boolean;

  constructor(name: TableName, { without = "", columns = columnsOf(name, without), lists = [] }: Declared) {
    super(name);
    this.columns = columns;
    this.#lists = lists;
    const names = new Set(namesOf(name));
    this.#isPresent = names.has("deleted_at") ? sql`and ${this.present}` : sql``;
    this.#raised = names.has("version") ? sql`, version = version + 1` : sql``;
    this.#hasUpdatedAt = names.has("updated_at");
  }

  readonly find = ({ db, site }: Scope, id: string): Promise<Row | undefined> =>
    db.first<Row>`
      select ${this.columns} from ${this.name} where site_id = ${site.id} and id = ${id} ${this.#isPresent}`;

  readonly findByReference = ({ db, site }: Scope, reference: Reference): Promise<Row | undefined> =>
    db.first<Row>`
      select ${this.columns} from ${this.name} where site_id = ${site.id} and ${this.hasReference(reference)}`;

  /** Returns the rows with these IDs that are not deleted, in any order. */
  readonly listById = ({ db, site }: Scope, ids: readonly string[]): Promise<Row[]> =>
    db.many<Row>`
      select ${this.columns} from ${this.withIds(site.id, ids)} where ${this.name}.deleted_at is null`;

  /** Yields all rows of the site that are not deleted, in ID order. */
  readonly listPages = ({ db, site }: Scope, pageSize: number): AsyncGenerator<(Row & { id: string })[]> =>
    pagesAfter<Row & { id: string }>(
      (last) => db.many`
        select ${this.columns} from ${this.name}
         where site_id = ${site.id} and id > ${last?.id ?? nilUuid} ${this.#isPresent} order by id limit ${pageSize}`,
    );

  /** Returns a function that lists up to so many rows of each parent, in this order within each parent. */
  listUnder(
    column: string,
    order: "position" | "created_at",
    maxRows: number,
  ): (scope: Scope, parentIds: readonly string[]) => Promise<Row[]> {
    return ({ db, site }, parentIds) =>
      db.many<Row>`
        select ${this.columns} from ${this.under(site.id, column, parentIds)}
         where ${this.name}.deleted_at is null
         order by ${this.named(order)}, id limit ${parentIds.length * maxRows}`;
  }

  /** Returns the row and locks it against changes and new references until the transaction ends. */
  readonly lockToDelete = ({ db, site }: Scope, id: string): Promise<Row | undefined> =>
    db.first<Row>`
      select ${this.columns} from ${this.name}
       where site_id = ${site.id} and id = ${id} ${this.#isPresent} for update`;

  /** Returns the row and locks it until the transaction ends. */
  readonly lock = ({ db, site }: Scope, id: string): Promise<Row | undefined> =>
    db.first<Row>`
      select ${this.columns} from ${this.name}
       where site_id = ${site.id} and id = ${id} ${this.#isPresent} for no key update`;

  /** `lock` for columns that are read from other tables: a statement reads them before it waits for the lock. */
  readonly lockFirst = (scope: Scope, id: string): Promise<Row | undefined> => this.lockFirstByReference(scope, { id });

  readonly lockFirstByReference = async (scope: Scope, reference: Reference): Promise<Row | undefined> => {
    const { db, site } = scope;
    const locked = await db.first<{ id: string }>`
      select id from ${this.name} where site_id = ${site.id} and ${this.hasReference(reference)} for no key update`;
    return locked && this.find(scope, locked.id);
  };

  readonly lockByReference = ({ db, site }: Scope, reference: Reference): Promise<Row | undefined> =>
    db.first<Row>`
      select ${this.columns} from ${this.name}
       where site_id = ${site.id} and ${this.hasReference(reference)} for no key update`;

  readonly insert = async ({ db, site }: Scope, row: New, now: Date): Promise<void> => {
    await db.run`insert into ${this.name} ${rows(this.#stored(site, row, now))}`;
  };

  /** Returns false if another row has the value of a unique key: a slug, an external ID. */
  readonly insertUnique = async ({ db, site }: Scope, row: New, now: Date): Promise<boolean> => {
    const stored = this.#stored(site, row, now);
    return (await db.run`insert into ${this.name} ${rows(stored)} on conflict do nothing`) === 1;
  };

  #stored(site: Scope["site"], row: New, now: Date): Record<string, unknown> {
    const siteId = contentOfNew(this.tableName, site.id);
    return { siteId, ...this.#serialized(row), createdAt: now, ...this.#changedAt(now) };
  }

  /** Serializes lists, which the driver would send as PostgreSQL arrays. */
  #serialized(fields: object): Record<string, unknown> {
    const lists = Object.entries(fields).filter(([name, value]) => this.#lists.includes(name) && Array.isArray(value));
    return { ...fields, ...Object.fromEntries(lists.map(([name, value]) => [name, JSON.stringify(value)])) };
  }

  #changedAt(now: Date): { updatedAt?: Date } {
    return this.#hasUpdatedAt ? { updatedAt: now } : {};
  }

  /** Updates a row and raises its version, if it has one, for optimistic concurrency. */
  readonly update = async ({ db, site }: Scope, id: string, changes: Changes, now: Date): Promise<void> => {
    await db.run`
      update ${this.name} set ${assignments({ ...this.#serialized(changes), ...this.#changedAt(now) })}${this.#raised}
       where site_id = ${contentIn(this.tableName, site.id, changes)} and id = ${id}`;
  };

  readonly softDelete = async ({ db, site }: Scope, id: string, now: Date): Promise<void> => {
    await db.run`
      update ${this.name} set deleted_at = ${now}, updated_at = ${now}, version = version + 1
       where site_id = ${contentIn(this.tableName, site.id)} and id = ${id}`;
  };
}
