import type * as z from "zod";
import { trimBlank } from "#lib/text/blank.ts";
import { isSmall } from "#lib/event-loop/weight.ts";
import { limitsOf } from "#lib/wire/limits.ts";
import { bare, nodeOf } from "#lib/wire/schema-node.ts";
import { shapeOf } from "#lib/wire/unchecked.ts";
import { guard, unguard } from "./formula-guard.ts";

/** Conversion between a wire value and one CSV cell. */
export interface CsvCell {
  kind: "cell";
  /** Cells of the same kind share the conversion. */
  name: "text" | "number" | "boolean" | "list" | "json" | "record";
  write(value: unknown): string;
  /** Parses a cell; undefined means no value. Returns unparsable text unchanged, for the schema to reject. */
  read(cell: string): unknown;
  /** For records: conversion of one key's value. */
  member?: CsvCell | undefined;
}

interface Form {
  name: CsvCell["name"];
  write: (value: unknown) => string;
  read: (text: string) => unknown;
  /** Value of an empty cell if the field can be neither null nor omitted. */
  empty: unknown;
  member?: CsvCell;
}

/** Returns the cell conversion of a schema without columns of its own. */
export function cellOf(schema: z.ZodType): CsvCell {
  const { name, write, read, empty, member } = formOf(schema);
  const none = schema.isNullable() ? null : schema.isOptional() ? undefined : empty;
  return {
    kind: "cell",
    name,
    member,
    write(value) {
      if (value === null || value === undefined) return "";
      const text = write(value);
      if (text !== "") return name === "number" ? text : guard(text);
      // Here an empty cell means the empty value; otherwise it means null or undefined.
      if (none === empty) return "";
      return typeof value === "string" ? guard(value) : JSON.stringify(value);
    },
    read: (cell) => (cell === "" ? copyOf(none) : read(unguard(cell))),
  };
}

const copyOf = (value: unknown): unknown => structuredClone(value);

function formOf(schema: z.ZodType): Form {
  const node = nodeOf(schema);
  if (node.kind === "codec") return formOf(node.wire);
  if (node.kind === "record") return { ...json, name: "record", ...emptyAs({}), member: cellOf(node.value) };
  if (node.kind === "array") {
    const { name } = formOf(node.element);
    const isScalar = name === "text" || name === "number" || name === "boolean";
    return isScalar ? listOf(cellOf(node.element)) : { ...json, ...emptyAs([]) };
  }
  if (node.kind !== "leaf") return json;
  switch (node.type) {
    case "string":
      return hasFormat(schema) ? word : text;
    case "template_literal":
    case "date":
      return word;
    case "number":
      return number;
    case "boolean":
      return boolean;
    case "enum":
    case "literal":
      return [...(valuesOf(schema) ?? [])].every((value) => typeof value === "string") ? word : json;
    default:
      return json;
  }
}

/** True for a text with a format or pattern, such as a timestamp or a slug, unwrapping optional and similar types. */
const hasFormat = (schema: z.ZodType): boolean => limitsOf(bare(shapeOf(schema) ?? schema)).format !== undefined;

/** Returns the values of an enum, unwrapping optional and similar types. */
function valuesOf(schema: z.ZodType): ReadonlySet<unknown> | undefined {
  const { values } = schema._zod;
  return values && new Set([...values].filter((value) => value !== null && value !== undefined));
}

const text: Form = { name: "text", write: String, read: (cell) => cell, empty: "" };

/** A text in which spaces and invisible characters have no meaning. */
const word: Form = { ...text, read: trimBlank };

const number: Form = {
  name: "number",
  write: String,
  read: (cell) => (/^\s*-?\d{1,15}(\.\d{1,15})?(e[+-]?\d{1,3})?\s*$/i.test(cell) ? Number(cell) : cell),
  empty: undefined,
};

const booleans = new Map([
  ["true", true],
  ["false", false],
]);

const boolean: Form = {
  name: "boolean",
  write: String,
  // Spreadsheet programs write booleans in capitals.
  read: (cell) => booleans.get(cell.trim().toLowerCase()) ?? cell,
  empty: undefined,
};

const json: Form = { name: "json", write: (value) => JSON.stringify(value), read: fromJson, empty: undefined };

/** Characters of JSON in a cell. */
const maxJson = 1_000_000;
/** Weight of JSON in a cell (`isSmall`), far more than any field has. */
const maxWeight = 6000;

/** JSON that would take long to parse or to check stays text, so that the field's schema rejects it. */
function fromJson(cell: string): unknown {
  if (cell.length > maxJson || hasMoreValues(cell, maxWeight)) return cell;
  try {
    const value: unknown = JSON.parse(cell);
    return isSmall(value, maxWeight) ? value : cell;
  } catch {
    return cell;
  }
}

/** Parsing deeply nested lists takes far longer than counting their brackets. */
function hasMoreValues(text: string, limit: number): boolean {
  let values = 0;
  for (const [found] of text.matchAll(textOrStart)) if (!found.startsWith('"') && ++values > limit) return true;
  return false;
}

/** A text, or what each further value begins with. */
const textOrStart = /"[^"\\]*(?:\\.[^"\\]*)*"|[[{,]/gs;

/** An empty object or list becomes an empty cell. */
const emptyAs = (empty: object) => ({
  empty,
  write: (value: unknown) => (Object.keys(Object(value)).length === 0 ? "" : JSON.stringify(value)),
});

/** Writes `a;b`, or JSON if that would be ambiguous. */
const listOf = (element: CsvCell): Form => ({
  name: "list",
  empty: [],
  write(value) {
    const items: readonly unknown[] = Array.isArray(value) ? value : [];
    const texts = items.map(String);
    const isPlain =
      !texts[0]?.startsWith("[") &&
      texts.every((item, index) => item !== "" && item === item.trim() && !item.includes(";") && items[index] !== null);
    return isPlain ? texts.join(";") : JSON.stringify(items);
  },
  read(cell) {
    if (cell.trimStart().startsWith("[")) return fromJson(cell);
    const texts = cell.split(";").map((item) => item.trim());
    return texts.filter((item) => item !== "").map((item) => (element.name === "text" ? item : element.read(item)));
  },
});
