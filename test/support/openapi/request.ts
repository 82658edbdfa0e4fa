import * as fc from "fast-check";
import type { Route } from "#operations/route.ts";
import { type Described, schemas } from "./document.ts";
import { valuesOf, valuesOfField } from "./arbitrary.ts";
import { resolve } from "./schema.ts";

/** A request before its placeholders are resolved. */
export interface RequestTemplate {
  path: Record<string, unknown>;
  query: [name: string, value: string][];
  body: unknown;
  headers: Record<string, string>;
}

/** Requests to an operation as its description allows them. */
export function requestsTo(
  { method }: Route,
  { parameters, body, bodyRequired }: Described,
): fc.Arbitrary<RequestTemplate> {
  const inPath = parameters.filter(({ in: location }) => location === "path");
  const path = fc.record(
    Object.fromEntries(inPath.map(({ name, schema }) => [name, valuesOfField(name, schema, schemas)])),
  );
  const inQuery = parameters.filter(({ in: location, name }) => location === "query" && name !== "cursor");
  const query = fc.tuple(
    ...inQuery.map(({ name, required = false, style, schema }) => {
      const entry = valuesOfField(name, { ...resolve(schema, schemas), nullable: false }, schemas).map((value) =>
        style === "deepObject"
          ? Object.entries(value as object).map(([part, bound]): [string, string] => [
              `${name}[${part}]`,
              String(bound),
            ])
          : [[name, textOf(value)] satisfies [string, string]],
      );
      if (required) return entry;
      return fc.oneof({ weight: 8, arbitrary: fc.constant([]) }, { weight: 1, arbitrary: entry });
    }),
  );
  const bodies = body ? valuesOf(body, schemas) : fc.constant(bodyRequired || method === "POST" ? {} : undefined);
  return fc.record({ path, query: query.map((found) => found.flat()), body: bodies, headers: fc.constant({}) });
}

/** Serializes a parameter of style `form`: list elements contain no comma. */
const textOf = (value: unknown): string =>
  Array.isArray(value) ? value.map((item) => String(item).replaceAll(",", " ")).join(",") : String(value);
