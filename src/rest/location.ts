import type * as z from "zod";
import type { IndexedRoute } from "#operations/route-index.ts";
import { objectOf } from "#operations/object-of.ts";

/** Paths of single resources below `/api/v1`. */
export interface Addresses {
  /** Path of a serialized resource, or undefined for a resource that is only part of another. */
  of(thing: unknown): string | undefined;
  /** True if outputs of this schema have their own path. */
  has(output: z.ZodType): boolean;
}

/** Indexes paths by the `object` type: a created resource need not be below the route that created it. */
export function addressesOf(index: readonly IndexedRoute[]): Addresses {
  const collections = new Map<string, string>();
  for (const { path, object } of index) {
    if (object !== undefined) collections.set(object, path.slice(0, path.lastIndexOf("/")));
  }
  return {
    of(thing) {
      const { object, id } = (thing ?? {}) as { object?: string; id?: string };
      const collection = collections.get(object ?? "");
      return collection !== undefined && id !== undefined ? `${collection}/${id}` : undefined;
    },
    has: (output) => collections.has(objectOf(output) ?? ""),
  };
}
