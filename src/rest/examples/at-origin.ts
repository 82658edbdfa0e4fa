import { exampleOrigin } from "./examples.ts";

/** Replaces the origin of URLs in an example with the site's origin. */
export function located(value: unknown, origin: string): unknown {
  if (typeof value === "string") return value.replaceAll(exampleOrigin, origin);
  if (Array.isArray(value)) return value.map((item) => located(item, origin));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, located(field, origin)]));
}
