import { exampleOrigin } from "./examples.ts";

/** An example with addresses of the site that shows it. */
export function located(value: unknown, origin: string): unknown {
  if (typeof value === "string") return value.replaceAll(exampleOrigin, origin);
  if (Array.isArray(value)) return value.map((item) => located(item, origin));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, located(field, origin)]));
}
