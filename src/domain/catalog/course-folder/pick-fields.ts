import type * as z from "zod";

/** Returns the fields of a record that are part of a schema. */
export const pickFields = (schema: z.ZodObject, record: object): Record<string, unknown> =>
  Object.fromEntries(Object.entries(record).filter(([name]) => Object.hasOwn(schema.shape, name)));
