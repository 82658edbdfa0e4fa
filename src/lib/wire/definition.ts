import type * as z from "zod";

/** Returns the definition of a schema, discriminated by `type`. */
export const definitionOf = (schema: z.core.$ZodType): z.core.$ZodTypes["_zod"]["def"] =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Zod documents this cast for code that reads schemas: `$ZodTypes` are all its schema types.
  (schema as z.core.$ZodTypes)._zod.def;

/** Returns a part of a schema with its methods. */
export const methodsOf = (schema: z.core.$ZodType): z.ZodType =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Zod types the parts of schemas by its core; this code builds schemas with its main API only.
  schema as z.ZodType;

/** Returns the fields of an object schema; none for other schemas. */
export function fieldsIn(schema: z.core.$ZodType): Readonly<Record<string, z.ZodType>> {
  const definition = definitionOf(schema);
  if (definition.type !== "object") return {};
  return Object.fromEntries(Object.entries(definition.shape).map(([name, field]) => [name, methodsOf(field)]));
}

/** Returns the schema in a wrapper such as `optional`, or undefined. */
export function innerOf(schema: z.core.$ZodType): z.ZodType | undefined {
  const definition = definitionOf(schema);
  return "innerType" in definition ? methodsOf(definition.innerType) : undefined;
}
