import type * as z from "zod";
import { maxItemsOf } from "./max-items.ts";
import { shapeOf } from "./unchecked.ts";

/** The parts of a schema that determine encoding, without wrappers (optional, nullable, default, …). */
export type SchemaNode =
  | { kind: "object"; fields: readonly (readonly [name: string, schema: z.ZodType])[] }
  | { kind: "array"; element: z.ZodType; maxItems: number | undefined }
  | { kind: "record"; value: z.ZodType }
  | { kind: "choice"; discriminator: string; options: ReadonlyMap<unknown, z.ZodType> }
  | { kind: "codec"; wire: z.ZodType; encode: (value: unknown) => unknown }
  | { kind: "leaf"; type: string };

type Definition = {
  type: string;
  innerType?: z.ZodType;
  element?: z.ZodType;
  valueType?: z.ZodType;
  options?: z.ZodType[];
  discriminator?: string;
  in?: z.ZodType;
  reverseTransform?: (value: unknown, context: object) => unknown;
  getter?: () => z.ZodType;
};

const wrappers: ReadonlySet<string> = new Set([
  "optional",
  "nullable",
  "default",
  "prefault",
  "nonoptional",
  "readonly",
  "catch",
]);

const definitionOf = (schema: z.ZodType) => schema._zod.def as unknown as Definition;

/** Removes the wrappers for missing and default values from a schema. */
export function bare(schema: z.ZodType): z.ZodType {
  const { type, innerType } = definitionOf(schema);
  return wrappers.has(type) ? bare(innerType!) : schema;
}

export function nodeOf(schema: z.ZodType): SchemaNode {
  const shape = shapeOf(schema);
  if (shape) return nodeOf(shape);
  const definition = definitionOf(schema);
  const { type } = definition;
  if (wrappers.has(type)) return nodeOf(bare(schema));
  if (type === "lazy") return nodeOf(definition.getter!());
  if (type === "object") return { kind: "object", fields: Object.entries((schema as z.ZodObject).shape) as never };
  if (type === "array") return { kind: "array", element: definition.element!, maxItems: maxItemsOf(schema) };
  if (type === "record") return { kind: "record", value: definition.valueType! };
  if (type === "union" && definition.discriminator !== undefined) return choiceOf(definition);
  if (type === "pipe") {
    const encode = definition.reverseTransform;
    // A one-way transformation: its input is the wire format.
    if (!encode) return nodeOf(definition.in!);
    return { kind: "codec", wire: definition.in!, encode: (value) => encode(value, { value, issues: [] }) };
  }
  return { kind: "leaf", type };
}

function choiceOf({ discriminator, options }: Definition): SchemaNode {
  const byValue = new Map<unknown, z.ZodType>();
  for (const option of options!) {
    const field = (option as z.ZodObject).shape[discriminator!] as unknown as z.ZodType;
    for (const value of field._zod.values ?? []) byValue.set(value, option);
  }
  return { kind: "choice", discriminator: discriminator!, options: byValue };
}
