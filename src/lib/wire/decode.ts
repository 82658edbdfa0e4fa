import type * as z from "zod";
import { isRecord } from "../json/is-record.ts";
import { toWire } from "./names.ts";
import { bare, nodeOf } from "./schema-node.ts";
import { shapeOf, withUnknown } from "./unchecked.ts";
import type { UnknownField, Path } from "./unknown-field.ts";
export interface Decoded {
  value: unknown;
  unknown: UnknownField[];
}
type Decode = (value: unknown, path: Path, unknown: UnknownField[]) => unknown;

/** Maximum number of unknown fields in one response. Describing more is not worth the time. */
const maxUnknown = 100;

/**
 * Compiles a JSON decoder for a schema: converts field names from snake_case, for the schema to validate. Values of
 * an unexpected type pass unchanged, so that the schema can report them.
 */
export function compileDecoder(schema: z.ZodType): (value: unknown) => Decoded {
  return (value) => {
    const unknown: UnknownField[] = [];
    return { value: decoderFor(schema)(value, [], unknown), unknown };
  };
}

export function decoderFor(schema: z.ZodType): Decode {
  let known = compiled.get(schema);
  if (!known) {
    // A schema can be recursive.
    let decode: Decode | undefined;
    compiled.set(schema, (known = (value, path, unknown) => (decode ??= decoderOf(schema))(value, path, unknown)));
  }
  return known;
}

const compiled = new WeakMap<z.ZodType, Decode>();

/** One item too many is enough for the schema to refuse a list; the others would be checked in vain. */
export const withinLimit = (items: readonly unknown[], maxItems = Infinity): readonly unknown[] =>
  items.length > maxItems ? items.slice(0, maxItems + 1) : items;

function decoderOf(schema: z.ZodType): Decode {
  const shape = shapeOf(bare(schema));
  if (shape) {
    const decode = decoderFor(shape);
    return (value) => {
      if (!isRecord(value)) return value;
      const ownUnknown: UnknownField[] = [];
      return withUnknown(decode(value, [], ownUnknown), ownUnknown);
    };
  }
  const node = nodeOf(schema);
  switch (node.kind) {
    case "object": {
      const fields = new Map(node.fields.map(([name, field]) => [toWire(name), { name, decode: decoderFor(field) }]));
      const known = [...fields.keys()];
      return (value, path, unknown) => {
        if (!isRecord(value)) return value;
        const read: Record<string, unknown> = {};
        for (const [wire, item] of Object.entries(value)) {
          const field = fields.get(wire);
          if (field) read[field.name] = field.decode(item, [...path, wire], unknown);
          else if (unknown.length < maxUnknown) unknown.push({ path: [...path, wire], known });
        }
        return read;
      };
    }
    case "array": {
      const decode = decoderFor(node.element);
      const { maxItems } = node;
      return (value, path, unknown) =>
        Array.isArray(value)
          ? withinLimit(value, maxItems).map((item, index) => decode(item, [...path, index], unknown))
          : value;
    }
    case "record": {
      const decode = decoderFor(node.value);
      return (value, path, unknown) =>
        isRecord(value)
          ? Object.fromEntries(
              Object.entries(value).map(([key, item]) => [key, decode(item, [...path, key], unknown)] as const),
            )
          : value;
    }
    case "choice": {
      const options = new Map([...node.options].map(([value, option]) => [value, decoderFor(option)]));
      const discriminator = toWire(node.discriminator);
      return (value, path, unknown) => {
        const decode = isRecord(value) ? options.get(value[discriminator]) : undefined;
        return decode ? decode(value, path, unknown) : value;
      };
    }
    case "codec":
      return decoderFor(node.wire);
    case "leaf":
      return (value) => value;
  }
}
