import { createHash } from "node:crypto";
import * as z from "zod";
import { fromWire, toWire } from "#lib/wire/names.ts";
import type { Row } from "./archive-format.ts";

/** The value at a path like `author.member_id`, as text. */
function textAt(row: Row, field: string): string {
  let value: unknown = row;
  for (const part of field.split(".")) value = typeof value === "object" && value !== null ? { ...value }[part] : null;
  return JSON.stringify(value ?? null);
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

/** A digest of a JSON value that does not depend on the order of fields. */
export const digestOf = (value: unknown): string => createHash("sha256").update(canonical(value)).digest("base64");

function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value ?? null);
  const fields = Object.entries(value).filter(([, inner]) => inner !== undefined);
  return `{${fields
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, inner]) => `${JSON.stringify(name)}:${canonical(inner)}`)
    .join(",")}}`;
}
