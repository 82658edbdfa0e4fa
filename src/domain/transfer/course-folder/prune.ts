import { isDeepStrictEqual } from "node:util";
import type * as z from "zod";
import { isRecord } from "#lib/json/is-record.ts";
import { definitionOf } from "#lib/wire/definition.ts";
import { nodeOf } from "#lib/wire/schema-node.ts";

/**
 * Removes fields that have their default values and sorts the keys of maps. Parsing the result returns the same
 * value.
 */
export function prune(schema: z.ZodType, value: unknown): unknown {
  if (value === null || value === undefined) return value;
  const node = nodeOf(schema);
  // PostgreSQL does not keep the key order of `jsonb`.
  if (node.kind === "record") return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
  if (node.kind === "array" && Array.isArray(value)) return value.map((item) => prune(node.element, item));
  if (node.kind !== "object" || !isRecord(value)) return value;
  const kept: Record<string, unknown> = {};
  for (const [name, field] of node.fields) {
    const item = value[name];
    if (item !== undefined && !isDefault(field, item)) kept[name] = prune(field, item);
  }
  return kept;
}

function isDefault(schema: z.ZodType, value: unknown): boolean {
  const definition = definitionOf(schema);
  return definition.type === "default" && isDeepStrictEqual(definition.defaultValue, value);
}
