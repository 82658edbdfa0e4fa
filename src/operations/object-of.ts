import type * as z from "zod";
import { fieldsIn } from "#lib/wire/definition.ts";
import { nodeOf } from "#lib/wire/schema-node.ts";

/** Returns the type of a resource, by the `object` of its schema. */
export function objectOf(output: z.ZodType): string | undefined {
  const [name] = fieldsIn(output)["object"]?._zod.values ?? [];
  return typeof name === "string" ? name : undefined;
}

/** Returns the type of the items of a list. */
export function itemObjectOf(output: z.ZodType): string | undefined {
  const { data } = fieldsIn(output);
  const items = data && nodeOf(data);
  return items?.kind === "array" ? objectOf(items.element) : undefined;
}
