import type * as z from "zod";
import { asRecord } from "#lib/json/is-record.ts";
import { toWire } from "#lib/wire/names.ts";
import { nodeOf } from "#lib/wire/schema-node.ts";
import { cellOf, type CsvCell } from "./csv-cell.ts";

/** An object whose fields are separate columns: `price.amount`. */
interface Group {
  kind: "group";
  fields: ReadonlyMap<string, Shape>;
  /** Discriminated union: the value of one field determines the other fields. */
  choice?: { by: string; fieldsOf: ReadonlyMap<unknown, ReadonlySet<string>> };
  isNullable: boolean;
  isOptional: boolean;
}

type Shape = Group | CsvCell;

/** Mapping of a schema's objects to CSV: the columns, and the cells of each object in wire format. */
export interface CsvTable {
  columns: readonly string[];
  cellsOf(object: object): string[];
  /** Returns a reader for records under this header. The header can omit columns and have any order. */
  reader(header: readonly string[]): CsvReader;
}

export interface CsvReader {
  /** Columns that are not in the schema. */
  unknown: readonly string[];
  /** Columns that occur more than once. */
  repeated: readonly string[];
  /** Returns the object in wire format, unvalidated. Never throws. */
  read(cells: readonly string[]): Record<string, unknown>;
}

/** Compiles the CSV table of an object schema. */
export function csvTableOf(schema: z.ZodType): CsvTable {
  const root = shapeOf(schema, []);
  if (root.kind === "cell") throw new Error("Only objects have columns.");
  const columns = columnsOf(root, []);
  return {
    columns: columns.map(({ name }) => name),
    cellsOf: (object) => columns.map(({ path, cell }) => cell.write(valueAt(object, path))),
    reader: (header) => readerOf(root, header),
  };
}

function shapeOf(schema: z.ZodType, around: readonly z.ZodType[]): Shape {
  const node = nodeOf(schema);
  // A recursive schema would have infinitely many columns.
  if (around.includes(schema)) return cellOf(schema);
  const nested = [...around, schema];
  const presence = { isNullable: schema.isNullable(), isOptional: schema.isOptional() };
  if (node.kind === "object") {
    const fields = new Map(node.fields.map(([name, field]) => [toWire(name), shapeOf(field, nested)]));
    return { kind: "group", fields, ...presence };
  }
  if (node.kind !== "choice") return cellOf(schema);
  const options = [...node.options].flatMap(([value, option]) => {
    const shape = shapeOf(option, nested);
    return shape.kind === "group" ? [[value, shape] as const] : [];
  });
  const fields = mergedFields(options.map(([, option]) => option));
  if (!fields) return cellOf(schema);
  const fieldsOf = new Map(options.map(([value, option]) => [value, new Set(option.fields.keys())]));
  return { kind: "group", fields, choice: { by: toWire(node.discriminator), fieldsOf }, ...presence };
}

/** Merges the fields of all options; undefined if two options define a field of the same name in different formats. */
function mergedFields(options: readonly Group[]): Map<string, Shape> | undefined {
  const merged = new Map<string, Shape>();
  for (const [name, shape] of options.flatMap(({ fields }) => [...fields])) {
    const other = merged.get(name);
    if (other && !isAlike(other, shape)) return undefined;
    merged.set(name, other ?? shape);
  }
  return merged;
}

const isAlike = (a: Shape, b: Shape): boolean => JSON.stringify(signatureOf(a)) === JSON.stringify(signatureOf(b));

const signatureOf = (shape: Shape): unknown =>
  shape.kind === "cell" ? shape.name : [...shape.fields].map(([name, field]) => [name, signatureOf(field)]);

interface Column {
  name: string;
  path: readonly string[];
  cell: CsvCell;
}

function columnsOf(shape: Shape, path: readonly string[]): Column[] {
  if (shape.kind === "cell") return [{ name: path.join("."), path, cell: shape }];
  return [...shape.fields].flatMap(([name, field]) => columnsOf(field, [...path, name]));
}

function valueAt(object: unknown, path: readonly string[]): unknown {
  let value = object;
  for (const name of path) value = asRecord(value)[name];
  return value;
}

function readerOf(root: Group, header: readonly string[]): CsvReader {
  const names = header.map((name) => name.trim());
  const columns = new Map(names.map((name, index) => [name, index]));
  const all = groupReader(root, "", columns);
  const used = new Set(all?.columns);
  return {
    unknown: [...columns].filter(([, index]) => !used.has(index)).map(([name]) => name),
    repeated: [...new Set(names.filter((name, index) => names.indexOf(name) !== index))],
    read: (cells) => asRecord(all?.read(cells)),
  };
}

type Cells = readonly string[];
type ColumnIndexes = ReadonlyMap<string, number>;

interface Reader {
  /** Indexes of the cells it reads. */
  columns: readonly number[];
  read: (cells: Cells) => unknown;
}

const isEmpty = (cells: Cells, { columns }: Reader): boolean => columns.every((index) => (cells[index] ?? "") === "");

/** Returns undefined if the header lacks all of its columns. */
function readerFor(shape: Shape, name: string, columns: ColumnIndexes): Reader | undefined {
  if (shape.kind === "group") return groupReader(shape, `${name}.`, columns);
  const column = columns.get(name);
  const whole =
    column === undefined ? undefined : { columns: [column], read: (cells: Cells) => shape.read(cells[column] ?? "") };
  return shape.member ? recordReader(shape.member, whole, `${name}.`, columns) : whole;
}

function groupReader(group: Group, prefix: string, columns: ColumnIndexes): Reader | undefined {
  const { choice, isNullable, isOptional } = group;
  const fields = [...group.fields].flatMap(([name, field]) => {
    const reader = readerFor(field, prefix + name, columns);
    return reader ? [{ name, reader }] : [];
  });
  if (fields.length === 0) return undefined;
  const own: Reader = {
    columns: fields.flatMap(({ reader }) => reader.columns),
    read(cells) {
      if (prefix !== "" && (isNullable || isOptional) && isEmpty(cells, own)) return isNullable ? null : undefined;
      const values = fields.map(({ name, reader }) => ({ name, reader, value: reader.read(cells) }));
      const fieldsOfChoice = choice?.fieldsOf.get(values.find(({ name }) => name === choice.by)?.value);
      const present = values.filter(
        ({ name, reader, value }) =>
          // Ignore empty cells of the other options.
          value !== undefined && (!fieldsOfChoice || fieldsOfChoice.has(name) || !isEmpty(cells, reader)),
      );
      return Object.fromEntries(present.map(({ name, value }) => [name, value]));
    },
  };
  return own;
}

/** A record can also use one column per key: `metadata.source`. */
function recordReader(
  member: CsvCell,
  whole: Reader | undefined,
  prefix: string,
  columns: ColumnIndexes,
): Reader | undefined {
  const keys = [...columns].filter(([name]) => name.startsWith(prefix) && name.length > prefix.length);
  if (keys.length === 0) return whole;
  return {
    columns: [...(whole?.columns ?? []), ...keys.map(([, index]) => index)],
    read(cells) {
      const present = keys
        .map(([name, index]) => [name, cells[index] ?? ""] as const)
        .filter(([, cell]) => cell !== "");
      const read = present.map(([name, cell]) => [name.slice(prefix.length), member.read(cell)] as const);
      const others = whole?.read(cells);
      // Not a record: left to the schema to reject.
      if (typeof others === "string") return others;
      return { ...asRecord(others), ...Object.fromEntries(read) };
    },
  };
}
