import { isDeepStrictEqual } from "node:util";
import type * as z from "zod";
import { nodeOf } from "#lib/wire/schema-node.ts";

type Definition = { type: string; defaultValue?: unknown };

/** A value of a schema without the fields that have their defaults, maps in the order of their keys: reading it gives the same. */
export function prune(schema: z.ZodType, value: unknown): unknown {
  if (value === null || value === undefined) return value;
  const node = nodeOf(schema);
  // A database keeps the keys of a map in an order of its own.
  if (node.kind === "record") return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
  if (node.kind === "array") return (value as unknown[]).map((item) => prune(node.element, item));
  if (node.kind !== "object") return value;
  const kept: Record<string, unknown> = {};
  for (const [name, field] of node.fields) {
    const item = (value as Record<string, unknown>)[name];
    if (item !== undefined && !isDefault(field, item)) kept[name] = prune(field, item);
  }
  return kept;
}

function isDefault(schema: z.ZodType, value: unknown): boolean {
  const { type, defaultValue } = schema._zod.def as unknown as Definition;
  return type === "default" && isDeepStrictEqual(defaultValue, value);
}
