import type * as z from "zod";
import { type Sql, sql } from "#database/statements/sql.ts";
import { tableNamed } from "#database/table/table.ts";
import type { Context } from "#domain/platform/context.ts";
import { asRecord } from "#lib/json/is-record.ts";
import { compileEncoder } from "#lib/wire/encode.ts";

/** A resource type in events: how the states of several resources are read with one statement. */
export interface EventObject {
  /** The schema that reads of the operator API have, without expansions. */
  schema: z.ZodObject;
  /** Returns the resources with these IDs in wire format, by ID. Deleted ones have `deleted: true`. */
  read(context: Context, ids: readonly string[]): Promise<Map<string, Record<string, unknown>>>;
  /** Returns the state of a resource from the result of an operation. Undefined if a state depends on its reader. */
  stateOf: ((result: object) => Record<string, unknown>) | undefined;
}

/** Without the caller and the database: what it serializes is the same for all readers. */
type SerializeRow<Row> = (row: Row, scope: Pick<Context, "site" | "now">) => object;

type Definition<Row> = Source & ({ serializeRow: SerializeRow<Row> } | { serialize: SerializeRows<Row> });

interface Source {
  schema: z.ZodObject;
  table: Sql;
  columns: Sql | ((context: Context) => Sql);
  /** Joins of the columns, such as that of a person. */
  joins?: Sql | ((context: Context) => Sql);
  /** Default: the row has a time of deletion. */
  isDeleted?: Sql;
}

type SerializeRows<Row> = (context: Context, rows: readonly Row[]) => readonly object[] | Promise<readonly object[]>;

/** Defines the resource type of a table with `id` and `deleted_at`. */
export function eventObject<Row extends { id: string }>(definition: Definition<Row>): EventObject {
  const { schema, table, columns, joins = sql``, isDeleted = sql`${table}.deleted_at is not null` } = definition;
  const encode = compileEncoder(schema);
  const serializeRows: SerializeRows<Row> =
    "serialize" in definition
      ? definition.serialize
      : (context, rows) => rows.map((row) => definition.serializeRow(row, context));
  return {
    schema,
    stateOf: "serializeRow" in definition ? (result) => asRecord(encode(result)) : undefined,
    async read(context, ids) {
      const { db, site } = context;
      const rows = await db.many<Row & { isDeleted: boolean }>`
        select ${typeof columns === "function" ? columns(context) : columns}, ${isDeleted} as is_deleted
          from ${tableNamed(table).withIds(site.id, ids)} ${typeof joins === "function" ? joins(context) : joins}`;
      const serialized = rows.length === 0 ? [] : await serializeRows(context, rows);
      return new Map(rows.map(({ id, isDeleted }, index) => [id, withMark(encode(serialized[index]), isDeleted)]));
    },
  };
}

const withMark = (encoded: unknown, isDeleted: boolean): Record<string, unknown> =>
  isDeleted ? { ...asRecord(encoded), deleted: true } : asRecord(encoded);
