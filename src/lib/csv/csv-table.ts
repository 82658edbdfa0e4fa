import type * as z from "zod";
import { toWire } from "#lib/wire/names.ts";
import { nodeOf } from "#lib/wire/schema-node.ts";
import { cellOf, type CsvCell } from "./csv-cell.ts";

/** An object whose fields have columns of their own: `price.amount`. */
interface Group {
  kind: "group";
  fields: ReadonlyMap<string, Shape>;
  /** Where one field decides which others there are. */
  choice?: { by: string; fieldsOf: ReadonlyMap<unknown, ReadonlySet<string>> };
  isNullable: boolean;
  isOptional: boolean;
}

type Shape = Group | CsvCell;

/** How things of one schema stand in a table: the columns, and the cells of each thing as it is on the wire. */
export interface CsvTable {
  columns: readonly string[];
  cellsOf(thing: object): string[];
  /** Reads records below this header; it may lack columns, and have them in any order. */
  reader(header: readonly string[]): CsvReader;
}

export interface CsvReader {
  /** Columns that the schema does not have. */
  unknown: readonly string[];
  /** Columns that are there more than once. */
  repeated: readonly string[];
  /** The thing as it is on the wire, for the schema to check. Throws nothing. */
  read(cells: readonly string[]): Record<string, unknown>;
}

/** Compiles the table of an object's schema. */
export function csvTableOf(schema: z.ZodType): CsvTable {
  const root = shapeOf(schema, []);
  if (root.kind === "cell") throw new Error("Only objects have columns.");
  const columns = columnsOf(root, []);
  return {
    columns: columns.map(({ name }) => name),
    cellsOf: (thing) => columns.map(({ path, cell }) => cell.write(valueAt(thing, path))),
    reader: (header) => readerOf(root, header),
  };
}

function shapeOf(schema: z.ZodType, around: readonly z.ZodType[]): Shape {
  const node = nodeOf(schema);
  // What contains itself has no end of columns.
  if (around.includes(schema)) return cellOf(schema);
  const inside = [...around, schema];
  const presence = { isNullable: schema.isNullable(), isOptional: schema.isOptional() };
  if (node.kind === "object") {
    const fields = new Map(node.fields.map(([name, field]) => [toWire(name), shapeOf(field, inside)]));
    return { kind: "group", fields, ...presence };
  }
  if (node.kind !== "choice") return cellOf(schema);
  const options = [...node.options].map(([value, option]) => [value, shapeOf(option, inside) as Group] as const);
  const fields = mergedFields(options.map(([, option]) => option));
  if (!fields) return cellOf(schema);
  const fieldsOf = new Map(options.map(([value, option]) => [value, new Set(option.fields.keys())]));
  return { kind: "group", fields, choice: { by: toWire(node.discriminator), fieldsOf }, ...presence };
}

/** The fields of all options; undefined where two have one of a name that is written differently. */
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

function valueAt(thing: unknown, path: readonly string[]): unknown {
  let value = thing;
  for (const name of path) value = (value as Record<string, unknown> | null | undefined)?.[name];
  return value;
}

function readerOf(root: Group, header: readonly string[]): CsvReader {
  const places = new Map(header.map((name, index) => [name.trim(), index]));
  const used = new Set<string>();
  const read = groupReader(root, "", places, used);
  const names = header.map((name) => name.trim());
  return {
    unknown: [...new Set(names.filter((name) => !used.has(name)))],
    repeated: [...new Set(names.filter((name, index) => names.indexOf(name) !== index))],
    read: (cells) => (read?.(cells) ?? {}) as Record<string, unknown>,
  };
}

type Read = (cells: readonly string[]) => unknown;

/** Undefined where the header has nothing of it. */
function readerFor(shape: Shape, name: string, places: Places, used: Set<string>): Read | undefined {
  if (shape.kind === "group") return groupReader(shape, `${name}.`, places, used);
  const own = places.get(name);
  if (own !== undefined) used.add(name);
  const whole: Read | undefined = own === undefined ? undefined : (cells) => shape.read(cells[own] ?? "");
  return shape.member ? recordReader(shape.member, whole, `${name}.`, places, used) : whole;
}

type Places = ReadonlyMap<string, number>;

function groupReader(group: Group, prefix: string, places: Places, used: Set<string>): Read | undefined {
  const { fields, choice, isNullable, isOptional } = group;
  const readers = [...fields].flatMap(([name, field]) => {
    const read = readerFor(field, prefix + name, places, used);
    return read ? [{ name, read }] : [];
  });
  if (readers.length === 0) return undefined;
  const own = [...places].filter(([name]) => name.startsWith(prefix) && used.has(name)).map(([, place]) => place);
  return (cells) => {
    const isEmpty = prefix !== "" && own.every((place) => (cells[place] ?? "") === "");
    if (isEmpty && isNullable) return null;
    if (isEmpty && isOptional) return undefined;
    const values = readers.map(({ name, read }) => [name, read(cells)] as const);
    const chosen = choice?.fieldsOf.get(values.find(([name]) => name === choice.by)?.[1]);
    // Empty cells of the other options say nothing.
    const said = values.filter(
      ([name, value]) => value !== undefined && (!chosen || chosen.has(name) || !isNone(value)),
    );
    return Object.fromEntries(said);
  };
}

const isNone = (value: unknown): boolean =>
  value === null || value === "" || (typeof value === "object" && Object.keys(value).length === 0);

/** A record may stand in columns of its own too, one for each key: `metadata.source`. */
function recordReader(
  member: CsvCell,
  whole: Read | undefined,
  prefix: string,
  places: Places,
  used: Set<string>,
): Read | undefined {
  const keys = [...places].filter(([name]) => name.startsWith(prefix) && name.length > prefix.length);
  if (keys.length === 0) return whole;
  for (const [name] of keys) used.add(name);
  return (cells) => {
    const given = keys.filter(([, place]) => (cells[place] ?? "") !== "");
    const read = given.map(([name, place]) => [name.slice(prefix.length), member.read(cells[place]!)] as const);
    const others = whole?.(cells);
    if (typeof others === "string") return others;
    return { ...(others as object | null | undefined), ...Object.fromEntries(read) };
  };
}
