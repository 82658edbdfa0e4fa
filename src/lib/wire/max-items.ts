import type * as z from "zod";
import { asRecord } from "#lib/json/is-record.ts";

const declared = new WeakMap<z.ZodType, number>();

/** Declares the maximum number of items of a list whose schema checks its length in a custom refinement. */
export function withMaxItems<Schema extends z.ZodType>(schema: Schema, maxItems: number): Schema {
  declared.set(schema, maxItems);
  return schema;
}

/** Returns the maximum list length that a schema accepts, if it has one. */
export function maxItemsOf(schema: z.ZodType): number | undefined {
  const declaredMax = declared.get(schema);
  if (declaredMax !== undefined) return declaredMax;
  const limits = (schema._zod.def.checks ?? []).map(({ _zod }) => {
    const { maximum, length } = asRecord(_zod.def);
    return Number(maximum ?? length ?? Infinity);
  });
  return limits.length === 0 ? undefined : Math.min(...limits);
}
