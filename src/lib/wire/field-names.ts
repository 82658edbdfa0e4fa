import type * as z from "zod";
import { toWire } from "./names.ts";
import { nodeOf } from "./schema-node.ts";

/** The fields that `fields` can choose from: those of the thing, or of the things in a list, of any kind that may be answered. */
export function fieldNames(output: z.ZodType): string[] {
  const node = nodeOf(output);
  if (node.kind === "choice") return [...new Set([...node.options.values()].flatMap(fieldNames))];
  if (node.kind !== "object") return [];
  const data = node.fields.find(([name]) => name === "data")?.[1];
  const items = data && nodeOf(data);
  if (items?.kind === "array") return fieldNames(items.element);
  return node.fields.map(([name]) => toWire(name));
}
