import type * as z from "zod";

const declared = new WeakMap<z.ZodType, number>();

/** Declares how many items a list may have, for a schema that checks its length by a refinement of its own. */
export function withMaxItems<Schema extends z.ZodType>(schema: Schema, maxItems: number): Schema {
  declared.set(schema, maxItems);
  return schema;
}

/** Largest length that the schema of a list accepts, if it has one. */
export function maxItemsOf(schema: z.ZodType): number | undefined {
  const own = declared.get(schema);
  if (own !== undefined) return own;
  const limits = (schema._zod.def.checks ?? []).map(({ _zod }) => {
    const { maximum, length } = _zod.def as { maximum?: number; length?: number };
    return maximum ?? length ?? Infinity;
  });
  return limits.length === 0 ? undefined : Math.min(...limits);
}
