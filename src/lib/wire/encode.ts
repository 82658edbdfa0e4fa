import type * as z from "zod";
import { asRecord } from "#lib/json/is-record.ts";
import { mustGet } from "#lib/collections/must-get.ts";
import { toWire } from "./names.ts";
import { nodeOf } from "./schema-node.ts";

type Encode = (value: unknown) => unknown;

/**
 * Compiles an encoder for a schema: writes declared fields only, in snake_case, with ids and timestamps encoded by
 * their codecs. Record keys are data and stay unchanged.
 */
export function compileEncoder(schema: z.ZodType): Encode {
  let known = compiled.get(schema);
  if (!known) {
    // A schema can be recursive.
    let encode: Encode | undefined;
    compiled.set(schema, (known = (value) => (encode ??= encoderOf(schema))(value)));
  }
  return known;
}

const compiled = new WeakMap<z.ZodType, Encode>();

function encoderOf(schema: z.ZodType): Encode {
  const present =
    (encode: Encode): Encode =>
    (value) =>
      value === null || value === undefined ? value : encode(value);
  const node = nodeOf(schema);
  switch (node.kind) {
    case "object": {
      const fields = node.fields.map(([name, field]) => ({ name, wire: toWire(name), encode: compileEncoder(field) }));
      return present((value) => {
        const read = asRecord(value);
        const written: Record<string, unknown> = {};
        for (const { name, wire, encode } of fields) {
          const field = read[name];
          if (field !== undefined) written[wire] = encode(field);
        }
        return written;
      });
    }
    case "array": {
      const encode = compileEncoder(node.element);
      return present((value) => (Array.isArray(value) ? value.map(encode) : []));
    }
    case "record": {
      const encode = compileEncoder(node.value);
      return present((value) => {
        const entries = Object.entries(asRecord(value)).map(([key, item]) => [key, encode(item)] as const);
        return Object.fromEntries(entries);
      });
    }
    case "choice": {
      const options = new Map([...node.options].map(([value, option]) => [value, compileEncoder(option)]));
      return present((value) => mustGet(options, asRecord(value)[node.discriminator])(value));
    }
    case "codec":
      return present(node.encode);
    case "leaf":
      return node.type === "date" ? (value) => (value instanceof Date ? value.toISOString() : value) : (value) => value;
  }
}
