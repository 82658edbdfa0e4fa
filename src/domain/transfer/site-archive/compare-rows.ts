import { createHash, type Hash } from "node:crypto";
import * as z from "zod";
import { pause } from "#lib/event-loop/pause.ts";
import { isSmall } from "#lib/event-loop/weight.ts";
import { fromWire, toWire } from "#lib/wire/names.ts";
import type { Row } from "./archive-format.ts";

/** The value at a path like `author.member_id`, as text. Keys have no large lists and objects. */
function textAt(row: Row, field: string): string {
  let value: unknown = row;
  for (const part of field.split(".")) {
    value = typeof value === "object" && value !== null ? Reflect.get(value, part) : null;
  }
  return typeof value === "object" && !isSmall(value) ? "invalid" : canonical(value);
}

export const keyOf = (row: Row, fields: readonly string[]): string =>
  fields.map((field) => textAt(row, field)).join(" ");

/** The fields of a row that an import writes, in wire format. */
export function writablePart(row: Row, schema: z.ZodObject, without: readonly string[] = []): Row {
  const names = Object.keys(schema.shape).map(toWire);
  return Object.fromEntries(
    names.filter((name) => name in row && !without.includes(name)).map((name) => [name, row[name]]),
  );
}

/** Removes the fields that are null, where the schema does not accept null: such a field is absent. */
export function withoutNulls(row: Row, schema: z.ZodObject): Row {
  return Object.fromEntries(
    Object.entries(row).filter(([name, value]) => {
      const field: unknown = schema.shape[fromWire(name)];
      return value !== null || (field instanceof z.ZodType && field.safeParse(null).success);
    }),
  );
}

/** The fields of a row whose values differ from those of an earlier form of the row. */
export async function changedFields(before: Row, row: Row): Promise<Row> {
  const changed: Row = {};
  for (const [name, value] of Object.entries(row)) {
    if ((await digestOf(before[name])) !== (await digestOf(value))) changed[name] = value;
  }
  return changed;
}

/** The state of the links of a row that an earlier import has stored. `different`: the row has changed since. */
export type LinkState = "complete" | "incomplete" | "different";

/**
 * Compares a row of the site with the row of the archive. An interrupted import has left links of the archive, which
 * `translate` completes.
 */
export async function linkStateOf(here: Row, archived: Row, translate: (row: Row) => Promise<Row>): Promise<LinkState> {
  const expected = await digestOf(archived);
  if ((await digestOf(here)) === expected) return "complete";
  return (await digestOf(await translate(here))) === expected ? "incomplete" : "different";
}

/** A digest of a JSON value that does not depend on the order of fields. */
export async function digestOf(value: unknown): Promise<string> {
  const hash = createHash("sha256");
  await addTo(hash, value);
  return hash.digest("base64");
}

/** Adds the canonical JSON of a value, and lets the event loop turn between its parts. */
async function addTo(hash: Hash, value: unknown): Promise<void> {
  const turn = pause();
  if (turn) await turn;
  if (typeof value !== "object" || value === null || isSmall(value)) {
    hash.update(canonical(value));
    return;
  }
  const isList = Array.isArray(value);
  let separator = isList ? "[" : "{";
  for (const [name, inner] of isList ? value.entries() : fieldsOf(value)) {
    hash.update(isList ? separator : `${separator}${JSON.stringify(name)}:`);
    separator = ",";
    await addTo(hash, inner);
  }
  hash.update(isList ? "]" : "}");
}

function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value ?? null);
  return `{${fieldsOf(value)
    .map(([name, inner]) => `${JSON.stringify(name)}:${canonical(inner)}`)
    .join(",")}}`;
}

const fieldsOf = (value: object): [name: string, value: unknown][] =>
  Object.entries(value)
    .filter(([, inner]) => inner !== undefined)
    .toSorted(([one], [other]) => (one < other ? -1 : 1));
