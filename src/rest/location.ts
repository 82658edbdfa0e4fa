import type * as z from "zod";
import type { IndexedRoute } from "#operations/route-index.ts";
import { objectOf } from "#operations/object-of.ts";
import { asRecord } from "#lib/json/is-record.ts";
import { fieldsIn } from "#lib/wire/definition.ts";

/** Paths of single resources below `/api/v1`. */
export interface Addresses {
  /**
   * Path of a serialized resource, or of the one within an output such as `{"student": …, "created": true}`. Undefined
   * for a resource that is only part of another.
   */
  of(output: unknown): string | undefined;
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
    of: (output) => pathOf(output) ?? Object.values(wrapped(output)).map(pathOf).find(isPath),
    has: (output) => isKnown(output) || (isWrapper(output) && Object.values(fieldsIn(output)).some(isKnown)),
  };

  function pathOf(resource: unknown): string | undefined {
    const { object, id } = asRecord(resource);
    const collection = collections.get(String(object));
    return collection !== undefined && typeof id === "string" ? `${collection}/${id}` : undefined;
  }

  function isKnown(schema: z.ZodType): boolean {
    return collections.has(objectOf(schema) ?? "");
  }
}

const isPath = (path: string | undefined): path is string => path !== undefined;

/** Only an output that is no resource itself contains the created one: resources contain others. */
const wrapped = (output: unknown): Record<string, unknown> => {
  const fields = asRecord(output);
  return "object" in fields ? {} : fields;
};

const isWrapper = (output: z.ZodType): boolean => !("object" in fieldsIn(output));
