import schema from "../schema.json" with { type: "json" };
import type { Statements } from "../queries.ts";
import { assignments, rows, Sql } from "../sql.ts";
import { type TableName } from "./table.ts";
import { TableParts } from "./table-parts.ts";

interface Scope {
  db: Statements;
  site: { id: string };
}

/** Columns that every statement may use and no row has. */
const internal: ReadonlySet<string> = new Set(["site_id", "deleted_at", "search_terms"]);

const columnsOf = (name: TableName, without: readonly string[]): Sql => {
  const left = schema[name].columns
    .map((column) => column.replace("!", ""))
    .filter((column) => !internal.has(column) && !without.includes(column));
  return new Sql(Object.freeze([left.map((column) => `${name}.${column}`).join(", ")]), []);
};

interface Declared {
  /** Columns that only statements of the slice use, besides the internal ones. */
  without?: readonly string[];
  /** The columns of a row, if some are derived. */
  columns?: Sql;
}

type Changes<Row, Hidden> = Partial<Omit<Row, "id" | "version">> & Partial<Hidden> & { deletedAt?: Date | null };

/**
 * Declares a table of a slice with the rows that its statements return. `Required`: the columns without defaults.
 * `Hidden`: columns that rows do not have.
 */
export const defineTable = <Row, Required extends keyof Row = never, Hidden = object>(
  name: TableName,
  declared: Declared = {},
): DefinedTable<Row, Required, Hidden> => new DefinedTable(name, declared);

class DefinedTable<Row, Required extends keyof Row, Hidden> extends TableParts {
  readonly columns: Sql;

  constructor(name: TableName, { without = [], columns = columnsOf(name, without) }: Declared) {
    super(name);
    this.columns = columns;
  }

  /** Functions of their own, so that a slice can export them under the names of its resource. */
  readonly find = ({ db, site }: Scope, id: string): Promise<Row | undefined> =>
    db.first<Row>`
      select ${this.columns} from ${this.name} where site_id = ${site.id} and id = ${id} and ${this.present}`;

  /** Returns the row and locks it until the transaction ends. */
  readonly lock = ({ db, site }: Scope, id: string): Promise<Row | undefined> =>
    db.first<Row>`
      select ${this.columns} from ${this.name}
       where site_id = ${site.id} and id = ${id} and ${this.present} for no key update`;

  readonly insert = async (
    { db, site }: Scope,
    row: Pick<Row, Required> & Partial<Row & Hidden>,
    now: Date,
  ): Promise<void> => {
    await db.run`insert into ${this.name} ${rows({ siteId: site.id, ...row, createdAt: now, updatedAt: now })}`;
  };

  /** Returns false if another row has the value of a unique key: a slug, an external ID. */
  readonly insertUnique = async (
    { db, site }: Scope,
    row: Pick<Row, Required> & Partial<Row & Hidden>,
    now: Date,
  ): Promise<boolean> => {
    const stored = { siteId: site.id, ...row, createdAt: now, updatedAt: now };
    return (await db.run`insert into ${this.name} ${rows(stored)} on conflict do nothing`) === 1;
  };

  readonly update = async (
    { db, site }: Scope,
    id: string,
    changes: Changes<Row, Hidden>,
    now: Date,
  ): Promise<void> => {
    await db.run`
      update ${this.name} set ${assignments({ ...changes, updatedAt: now })}, version = version + 1
       where site_id = ${site.id} and id = ${id}`;
  };

  readonly softDelete = async ({ db, site }: Scope, id: string, now: Date): Promise<void> => {
    await db.run`
      update ${this.name} set deleted_at = ${now}, updated_at = ${now}, version = version + 1
       where site_id = ${site.id} and id = ${id}`;
  };
}
