import type * as z from "zod";
import { fieldsIn } from "#lib/wire/definition.ts";
import { toWire } from "#lib/wire/names.ts";
import { nodeOf } from "#lib/wire/schema-node.ts";

type Wire = Record<string, unknown>;

/**
 * Accepts a single string for an argument that is a list of strings, such as `sort: "name"`: models send it often, and
 * it has only one meaning.
 */
export function loneValuesAccepted(shape: z.ZodObject): (args: Wire) => Wire {
  const lists = new Set(
    Object.entries(fieldsIn(shape)).flatMap(([name, field]) => (isListOfStrings(field) ? [toWire(name)] : [])),
  );
  if (lists.size === 0) return (args) => args;
  return (args) =>
    Object.fromEntries(
      Object.entries(args).map(([name, value]) => [
        name,
        lists.has(name) && typeof value === "string" ? [value] : value,
      ]),
    );
}

function isListOfStrings(field: z.ZodType): boolean {
  const node = nodeOf(field);
  if (node.kind !== "array") return false;
  const element = nodeOf(node.element);
  return (
    element.kind === "codec" || (element.kind === "leaf" && (element.type === "string" || element.type === "enum"))
  );
}
