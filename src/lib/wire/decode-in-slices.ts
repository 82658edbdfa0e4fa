import type * as z from "zod";
import { pause } from "../event-loop/pause.ts";
import { isSmall } from "../event-loop/weight.ts";
import { asRecord, isRecord } from "../json/is-record.ts";
import { type Decoded, decoderFor, withinLimit } from "./decode.ts";
import type { Path, UnknownField } from "./unknown-field.ts";
import { toWire } from "./names.ts";
import { bare, nodeOf } from "./schema-node.ts";
import { shapeOf, withUnknown } from "./unchecked.ts";

/** Reads JSON as `compileDecoder` does, and lets the event loop turn between the parts of a large value. */
export async function decodeInSlices(schema: z.ZodType, value: unknown): Promise<Decoded> {
  const unknown: UnknownField[] = [];
  return { value: await decode(schema, value, [], unknown), unknown };
}

async function decode(schema: z.ZodType, value: unknown, path: Path, unknown: UnknownField[]): Promise<unknown> {
  const turn = pause();
  if (turn) await turn;
  if (isSmall(value)) return decoderFor(schema)(value, path, unknown);
  const shape = shapeOf(bare(schema));
  if (shape && isRecord(value)) {
    const ownUnknown: UnknownField[] = [];
    return withUnknown(await decode(shape, value, [], ownUnknown), ownUnknown);
  }
  const node = nodeOf(schema);
  if (node.kind === "codec") return decode(node.wire, value, path, unknown);
  if (node.kind === "choice" && isRecord(value)) {
    const option = node.options.get(value[toWire(node.discriminator)]);
    return option ? decode(option, value, path, unknown) : value;
  }
  if (node.kind === "array" && Array.isArray(value)) {
    const items: unknown[] = [];
    for (const [index, item] of withinLimit(value, node.maxItems).entries()) {
      items.push(await decode(node.element, item, [...path, index], unknown));
    }
    return items;
  }
  if (node.kind === "object" && isRecord(value)) {
    const large = node.fields.filter(([name]) => !isSmall(value[toWire(name)]));
    const { ...smallFields } = value;
    for (const [name] of large) delete smallFields[toWire(name)];
    const read = asRecord(decoderFor(schema)(smallFields, path, unknown));
    for (const [name, field] of large) {
      const wire = toWire(name);
      read[name] = await decode(field, value[wire], [...path, wire], unknown);
    }
    return read;
  }
  return decoderFor(schema)(value, path, unknown);
}
