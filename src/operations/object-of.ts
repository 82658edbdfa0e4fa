import type * as z from "zod";
import { fieldsIn } from "#lib/wire/definition.ts";

/** Returns the type of a resource, by the `object` of its schema. */
export function objectOf(output: z.ZodType): string | undefined {
  const [name] = fieldsIn(output)["object"]?._zod.values ?? [];
  return typeof name === "string" ? name : undefined;
}
