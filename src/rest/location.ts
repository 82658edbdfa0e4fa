import type * as z from "zod";
import type { Route } from "./route.ts";

/** Where single things are read, below `/api/v1`. */
export interface Addresses {
  /** Of a thing as it was answered; undefined for what is read only as a part of another. */
  of(thing: unknown): string | undefined;
  /** Whether what is answered so has an address of its own. */
  has(output: z.ZodType): boolean;
}

/** By what a thing calls itself (`object`): what a route makes need not lie below that route. */
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
  const field = (output as z.ZodObject).shape?.["object"] as z.ZodType | undefined;
  const [name] = field?._zod.values ?? [];
  return typeof name === "string" ? name : undefined;
}
