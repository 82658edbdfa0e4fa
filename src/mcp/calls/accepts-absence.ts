import type * as z from "zod";
import { definitionOf, innerOf, methodsOf } from "#lib/wire/definition.ts";

const optional = new WeakMap<z.ZodType, boolean>();

export function isOptional(schema: z.ZodType): boolean {
  let known = optional.get(schema);
  if (known === undefined) optional.set(schema, (known = schema.safeParse(undefined).success));
  return known;
}

const nullable = new WeakMap<z.ZodType, boolean>();

export function acceptsNull(schema: z.ZodType): boolean {
  let known = nullable.get(schema);
  if (known === undefined) nullable.set(schema, (known = findNull(schema)));
  return known;
}

function findNull(schema: z.ZodType): boolean {
  const definition = definitionOf(schema);
  if (["nullable", "null", "unknown", "any"].includes(definition.type)) return true;
  if (definition.type === "union") return definition.options.some((option) => findNull(methodsOf(option)));
  if (definition.type === "pipe") return findNull(methodsOf(definition.in));
  const inner = innerOf(schema);
  return inner !== undefined && findNull(inner);
}
