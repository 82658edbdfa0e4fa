import type * as z from "zod";
import { innerOf } from "./definition.ts";

const fields = new WeakSet<z.ZodType>();

/**
 * Marks a field whose content comes from outside the staff (students, visitors, client developers, webhook
 * receivers). Agents receive it under `untrusted_text`. Apply it last: `.meta()` and other methods return a new
 * schema.
 */
export function untrusted<Schema extends z.ZodType>(schema: Schema): Schema {
  fields.add(schema);
  return schema;
}

/** Unwraps optional, nullable and the other wrappers. */
export function isUntrusted(schema: z.ZodType): boolean {
  if (fields.has(schema)) return true;
  const inner = innerOf(schema);
  return inner !== undefined && isUntrusted(inner);
}
