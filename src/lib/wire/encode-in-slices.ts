import type * as z from "zod";
import { pause } from "#lib/event-loop/pause.ts";
import { isSmall } from "#lib/event-loop/weight.ts";
import { isRecord } from "#lib/json/is-record.ts";
import { compileEncoder } from "./encode.ts";
import { toWire } from "./names.ts";
import { nodeOf, optionOf } from "./schema-node.ts";

/** Writes a value as `compileEncoder` does, and lets the event loop turn between the parts of a large value. */
export async function encodeInSlices(schema: z.ZodType, value: unknown): Promise<unknown> {
  const turn = pause();
  if (turn) await turn;
  if (isSmall(value)) return compileEncoder(schema)(value);
  const node = nodeOf(schema);
  if (node.kind === "array" && Array.isArray(value)) {
    const items: unknown[] = [];
    for (const item of value) items.push(await encodeInSlices(node.element, item));
    return items;
  }
  if (node.kind === "choice") {
    return encodeInSlices(optionOf(node, value), value);
  }
  if (node.kind === "object" && isRecord(value)) {
    const written: Record<string, unknown> = {};
    for (const [name, field] of node.fields) {
      const part = value[name];
      if (part !== undefined) written[toWire(name)] = await encodeInSlices(field, part);
    }
    return written;
  }
  return compileEncoder(schema)(value);
}
