import type * as z from "zod";

/** Those of the fields of a record that a schema has. */
export const pickFields = (schema: z.ZodObject, record: object): Record<string, unknown> =>
  Object.fromEntries(Object.entries(record).filter(([name]) => Object.hasOwn(schema.shape, name)));
