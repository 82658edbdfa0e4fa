import type * as z from "zod";
import { isRecord } from "#lib/json/is-record.ts";
import { mustGet } from "#lib/collections/must-get.ts";
import { definitionOf, innerOf, methodsOf } from "./definition.ts";
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

const wrappers: ReadonlySet<string> = new Set([
  "optional",
  "nullable",
  "default",
  "prefault",
  "nonoptional",
  "readonly",
  "catch",
]);

/** Removes the wrappers for missing and default values from a schema. */
export function bare(schema: z.ZodType): z.ZodType {
  const inner = wrappers.has(definitionOf(schema).type) ? innerOf(schema) : undefined;
  return inner ? bare(inner) : schema;
}

export function nodeOf(schema: z.ZodType): SchemaNode {
  const shape = shapeOf(schema);
  if (shape) return nodeOf(shape);
  const core = bare(schema);
  if (core !== schema) return nodeOf(core);
  const definition = definitionOf(schema);
  // oxlint-disable-next-line typescript/switch-exhaustiveness-check -- All other types are leaves.
  switch (definition.type) {
    case "lazy":
      return nodeOf(methodsOf(definition.getter()));
    case "object":
      return { kind: "object", fields: fieldsOf(definition) };
    case "array":
      return { kind: "array", element: methodsOf(definition.element), maxItems: maxItemsOf(schema) };
    case "record":
      return { kind: "record", value: methodsOf(definition.valueType) };
    case "union":
      return isDiscriminated(definition) ? choiceOf(definition) : { kind: "leaf", type: definition.type };
    case "pipe": {
      const { in: wire, reverseTransform: encode } = definition;
      // A one-way transformation: its input is the wire format.
      if (!encode) return nodeOf(methodsOf(wire));
      return { kind: "codec", wire: methodsOf(wire), encode: (value) => encode(value, { value, issues: [] }) };
    }
    default:
      return { kind: "leaf", type: definition.type };
  }
}

const fieldsOf = ({ shape }: z.core.$ZodObjectDef): (readonly [string, z.ZodType])[] =>
  Object.entries(shape).map(([name, field]) => [name, methodsOf(field)] as const);

const isDiscriminated = (union: z.core.$ZodUnionDef): union is z.core.$ZodDiscriminatedUnionDef =>
  "discriminator" in union;

function choiceOf({ discriminator, options }: z.core.$ZodDiscriminatedUnionDef): SchemaNode {
  const byValue = new Map<unknown, z.ZodType>();
  for (const option of options) {
    const definition = definitionOf(option);
    const field = definition.type === "object" ? definition.shape[discriminator] : undefined;
    for (const value of field?._zod.values ?? []) byValue.set(value, methodsOf(option));
  }
  return { kind: "choice", discriminator, options: byValue };
}

/** Returns the option of a discriminated union for a value. */
export function optionOf({ discriminator, options }: Extract<SchemaNode, { kind: "choice" }>, value: unknown) {
  return mustGet(options, isRecord(value) ? value[discriminator] : undefined);
}
