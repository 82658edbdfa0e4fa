import type * as z from "zod";
import { nodeOf } from "./schema-node.ts";

/** Returns true if a schema, or a part of it at any depth, passes a test. Schemas can be recursive. */
export function contains(
  schema: z.ZodType,
  test: (part: z.ZodType) => boolean,
  seen: Set<z.ZodType> = new Set(),
): boolean {
  if (seen.has(schema)) return false;
  seen.add(schema);
  return test(schema) || partsOf(schema).some((part) => contains(part, test, seen));
}

function partsOf(schema: z.ZodType): readonly z.ZodType[] {
  const node = nodeOf(schema);
  switch (node.kind) {
    case "object":
      return node.fields.map(([, field]) => field);
    case "array":
      return [node.element];
    case "record":
      return [node.value];
    case "choice":
      return [...node.options.values()];
    case "codec":
    case "leaf":
      return [];
  }
}
