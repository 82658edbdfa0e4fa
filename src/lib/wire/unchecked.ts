import * as z from "zod";

const shapes = new WeakMap<z.ZodType, z.ZodType>();

/**
 * A value that is written as the schema says, and that somebody else will check by it later: a row of many, of which
 * one that is wrong must not spoil the others.
 */
export function unchecked(schema: z.ZodType): z.ZodType {
  const open = z.unknown();
  shapes.set(open, schema);
  return open;
}

/** The schema that an unchecked value follows. */
export const shapeOf = (schema: z.ZodType): z.ZodType | undefined => shapes.get(schema);
