import type * as z from "zod";
import { toWire } from "./names.ts";
import { nodeOf } from "./schema-node.ts";

/**
 * Returns the valid values of the `fields` parameter: the fields of the resource, or of the items in a list, across
 * all variants.
 */
export function fieldNames(output: z.ZodType): string[] {
  const node = nodeOf(output);
  if (node.kind === "choice") return [...new Set([...node.options.values()].flatMap(fieldNames))];
  if (node.kind !== "object") return [];
  const data = node.fields.find(([name]) => name === "data")?.[1];
  const items = data && nodeOf(data);
  if (items?.kind === "array") return fieldNames(items.element);
  return node.fields.map(([name]) => toWire(name));
}
