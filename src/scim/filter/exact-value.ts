import type { Filter } from "./filter.ts";

/**
 * Returns the value that an attribute must have for a filter to match, if one follows from it: the comparison itself, or
 * a part of a conjunction. An index then finds the few resources that the whole filter is evaluated for.
 */
export function exactValue(
  filter: Filter,
  name: string,
  { schema, element }: { schema: string; element?: string },
): string | undefined {
  if (filter.kind === "and") {
    for (const part of filter.parts) {
      const value = exactValue(part, name, { schema, ...(element !== undefined && { element }) });
      if (value !== undefined) return value;
    }
    return undefined;
  }
  if (filter.kind !== "compare" && filter.kind !== "element") return undefined;
  const { path } = filter;
  if (path.name !== name || (path.schema !== undefined && path.schema !== schema.toLowerCase())) return undefined;
  if (filter.kind === "element")
    return element === undefined ? undefined : exactValue(filter.filter, element, { schema });
  const isValue = path.sub === undefined || path.sub === element;
  return isValue && filter.operator === "eq" && typeof filter.value === "string" ? filter.value : undefined;
}
