import type * as z from "zod";
import { toWire } from "./names.ts";
import { nodeOf } from "./schema-node.ts";

type Path = readonly PropertyKey[];

/** Converts a pointer into a parsed value to a pointer into the original JSON. */
export const wirePointer = (schema: z.ZodType, pointer: string): string =>
  pointerOf(wirePath(schema, pointer.split("/").slice(1).map(unescaped)));

/** Returns a part of a JSON pointer without escapes (RFC 6901 §4). */
export const unescaped = (part: string) => part.replaceAll("~1", "/").replaceAll("~0", "~");

/** RFC 6901 §3 */
export const pointerOf = (path: Path): string =>
  path.map((part) => `/${String(part).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");

/** Converts a path into a parsed value to a path into the original JSON: names in snake_case, record keys unchanged. */
function wirePath(schema: z.ZodType, path: Path): PropertyKey[] {
  const written: PropertyKey[] = [];
  let at: z.ZodType | undefined = schema;
  for (const part of path) {
    const node: ReturnType<typeof nodeOf> | undefined = at && nodeOf(at);
    written.push(node?.kind === "record" ? part : toWire(String(part)));
    at = node && stepInto(node, part);
  }
  return written;
}

function stepInto(node: ReturnType<typeof nodeOf>, part: PropertyKey): z.ZodType | undefined {
  if (node.kind === "object") return node.fields.find(([name]) => name === part)?.[1];
  if (node.kind === "array") return node.element;
  if (node.kind === "record") return node.value;
  if (node.kind !== "choice") return undefined;
  // Any option with the field works: all encode it the same way.
  for (const option of node.options.values()) {
    const found = stepInto(nodeOf(option), part);
    if (found) return found;
  }
  return undefined;
}
