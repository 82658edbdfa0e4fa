import { isDeepStrictEqual } from "node:util";
import type * as z from "zod";
import { nodeOf } from "#lib/wire/schema-node.ts";

type Definition = { type: string; defaultValue?: unknown };

/**
 * Removes fields that have their default values and sorts the keys of maps. Parsing the result returns the same
 * value.
 */
export function prune(schema: z.ZodType, value: unknown): unknown {
  if (value === null || value === undefined) return value;
  const node = nodeOf(schema);
  // PostgreSQL does not keep the key order of `jsonb`.
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
