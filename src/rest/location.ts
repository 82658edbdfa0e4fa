import type * as z from "zod";
import { fieldsIn } from "#lib/wire/definition.ts";
import type { Route } from "./route.ts";

/** Paths of single resources below `/api/v1`. */
export interface Addresses {
  /** Path of a serialized resource, or undefined for a resource that is only part of another. */
  of(thing: unknown): string | undefined;
  /** True if outputs of this schema have their own path. */
  has(output: z.ZodType): boolean;
}

/** Indexes paths by the `object` type: a created resource need not be below the route that created it. */
export function addressesOf(routes: readonly Route[]): Addresses {
  const collections = new Map<string, string>();
  for (const { method, path, operation } of routes) {
    const collection = /^(\/\w+)\/:\w+$/.exec(path)?.[1];
    const object = nameOf(operation.output);
    if (method === "GET" && collection !== undefined && object !== undefined) collections.set(object, collection);
  }
  return {
    of(thing) {
      const { object, id } = (thing ?? {}) as { object?: string; id?: string };
      const collection = collections.get(object ?? "");
      return collection !== undefined && id !== undefined ? `${collection}/${id}` : undefined;
    },
    has: (output) => collections.has(nameOf(output) ?? ""),
  };
}

function nameOf(output: z.ZodType): string | undefined {
  const [name] = fieldsIn(output)["object"]?._zod.values ?? [];
  return typeof name === "string" ? name : undefined;
}
