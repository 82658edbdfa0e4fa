import type * as z from "zod";

/** Returns the fields of a record that are part of a schema. */
export const pickFields = <Schema extends z.ZodObject>(schema: Schema, record: object): z.output<Schema> =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- The fields of a course folder have the names and types of the record.
  Object.fromEntries(Object.entries(record).filter(([name]) => Object.hasOwn(schema.shape, name))) as z.output<Schema>;
