import type * as z from "zod";
import { isRecord } from "#lib/json/is-record.ts";
import { contains } from "#lib/wire/contains.ts";
import { isJsonSchema } from "#lib/wire/json-schema.ts";
import type { JsonSchema } from "#lib/wire/json-schema.ts";
import { toWire } from "#lib/wire/names.ts";
import { nodeOf } from "#lib/wire/schema-node.ts";
import { isUntrusted } from "#lib/wire/untrusted.ts";

type Wire = Record<string, unknown>;
type Isolate = (value: unknown) => unknown;

/**
 * Moves the fields that the schema marks as untrusted into `untrusted_text`, next to the other fields of their
 * object. Takes the encoded value. Agents treat such text as data, not as instructions.
 */
export function isolateUntrusted(schema: z.ZodType): Isolate {
  let isolate = compiled.get(schema);
  if (!isolate) {
    // A schema may be recursive.
    let inner: Isolate | undefined;
    isolate = contains(schema, isUntrusted) ? (value) => (inner ??= isolatorOf(schema))(value) : (value) => value;
    compiled.set(schema, isolate);
  }
  return isolate;
}

const compiled = new WeakMap<z.ZodType, Isolate>();

function isolatorOf(schema: z.ZodType): Isolate {
  const node = nodeOf(schema);
  switch (node.kind) {
    case "object": {
      // Null for a field that is untrusted itself.
      const fields = new Map(
        node.fields
          .filter(([, field]) => contains(field, isUntrusted))
          .map(([name, field]) => [toWire(name), isUntrusted(field) ? null : isolateUntrusted(field)]),
      );
      return (value) => (isRecord(value) ? isolateFields(value, fields) : value);
    }
    case "array": {
      const isolate = isolateUntrusted(node.element);
      return (value) => (Array.isArray(value) ? value.map(isolate) : value);
    }
    case "record": {
      const isolate = isolateUntrusted(node.value);
      return (value) =>
        isRecord(value) ? Object.fromEntries(Object.entries(value).map(([key, item]) => [key, isolate(item)])) : value;
    }
    case "choice": {
      const discriminator = toWire(node.discriminator);
      const options = new Map([...node.options].map(([value, option]) => [value, isolateUntrusted(option)]));
      return (value) => (isRecord(value) ? (options.get(value[discriminator])?.(value) ?? value) : value);
    }
    case "codec":
    case "leaf":
      return (value) => value;
  }
}

function isolateFields(value: Wire, fields: ReadonlyMap<string, Isolate | null>): Wire {
  const [trusted, apart]: [Wire, Wire] = [{}, {}];
  for (const [name, part] of Object.entries(value)) {
    const isolate = fields.get(name);
    if (isolate === null) apart[name] = part;
    else trusted[name] = isolate ? isolate(part) : part;
  }
  return Object.keys(apart).length > 0 ? { ...trusted, untrusted_text: apart } : trusted;
}

/** Annotates the JSON Schema of an untrusted field, for `isolateInSchema`. */
const mark = "x-untrusted";
export const markUntrusted = (schema: z.ZodType, json: Record<string, unknown>): void => {
  if (isUntrusted(schema)) json[mark] = true;
};

/** Returns the schema of the result of `isolateUntrusted`. */
export function isolateInSchema({ properties, required, [mark]: _mark, ...rest }: JsonSchema): JsonSchema {
  const others = Object.fromEntries(Object.entries(rest).map(([key, item]) => [key, isolatePart(item)]));
  if (typeof properties !== "object") return { ...others, ...(required && { required }) };
  const [trusted, apart]: [Record<string, JsonSchema>, Record<string, JsonSchema>] = [{}, {}];
  for (const [name, item] of Object.entries(properties)) {
    (item[mark] === true ? apart : trusted)[name] = isolateInSchema(item);
  }
  if (Object.keys(apart).length > 0) trusted["untrusted_text"] = { type: "object", properties: apart };
  const still = required?.filter((name) => !(name in apart));
  return { ...others, properties: trusted, ...(still && { required: still }) };
}

function isolatePart(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(isolatePart);
  return isJsonSchema(part) ? isolateInSchema(part) : part;
}
