import type { Tool } from "#mcp/tool.ts";
import type { Json } from "./agent.ts";

interface Schema {
  $ref?: string;
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  format?: string;
  description?: string;
  maximum?: number;
  items?: Schema;
  properties?: Record<string, Schema>;
  $defs?: Record<string, Schema>;
  required?: string[];
}

/** An optional argument of a tool with one value that its input schema allows. */
export interface OptionalArgument {
  name: string;
  value: unknown;
}

const instant = "2026-01-15T08:00:00Z";

/** Values of the definitions that schemas share, by their names. */
const ofDefinitions: Readonly<Record<string, readonly unknown[]>> = {
  times: [
    { gte: instant },
    { gt: instant },
    { lte: instant },
    { lt: instant },
    { gte: instant, lt: "2027-01-01T00:00:00Z" },
  ],
  // Valid ratings, prices and percentages.
  numbers: [{ gte: 1 }, { gt: 1 }, { lte: 5 }, { lt: 5 }, { gte: 1, lt: 5 }],
};

/** Arguments that control the call. Other tests are about them. */
const controls: ReadonlySet<string> = new Set([
  "fields",
  "cursor",
  "dry_run",
  "idempotency_key",
  "if_match",
  "confirm",
  "removes",
]);

/**
 * Returns each value of each optional argument of a tool that can be derived from the tool's input schema, as a client
 * reads it: enumerations, orders, limits, times, ranges, and texts and IDs of the site. `texts` has the latter by the
 * name of the argument, or of the tool and the argument.
 */
export function optionalArguments({ name: tool, listed }: Tool, texts: Readonly<Json>): OptionalArgument[] {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Schemas of tools have these keywords.
  const { properties = {}, required = [], $defs: _definitions } = listed().inputSchema as Schema;
  return Object.entries(properties)
    .filter(([name]) => !controls.has(name) && !required.includes(name))
    .flatMap(([name, schema]) => {
      const text = texts[`${tool}.${name}`] ?? texts[name];
      return valuesOf(name, schema, text).map((value) => ({ name, value }));
    });
}

function valuesOf(name: string, schema: Schema, text: unknown): readonly unknown[] {
  if (schema.$ref !== undefined) return ofDefinitions[schema.$ref.replace("#/$defs/", "")] ?? [];
  if (name === "sort") return sortOrders(schema);
  if (name === "limit") return [1, 2, schema.maximum];
  if (schema.const !== undefined) return [schema.const];
  if (schema.enum) return schema.enum;
  const types = new Set([schema.type].flat());
  if (types.has("boolean")) return [true, false];
  if (types.has("array")) {
    const values = schema.items ? valuesOf(name, schema.items, text) : [];
    return values.map((value) => [value]);
  }
  if (schema.format === "date-time") return [instant];
  if (schema.description?.includes("(date or RFC 3339)") === true) return [instant, instant.slice(0, 10)];
  if (text !== undefined) return [text];
  if (types.has("integer")) return [1, ...(schema.maximum === undefined ? [] : [schema.maximum])];
  return [];
}

/** The keys of a list's order, ascending and descending, from their description. */
function sortOrders({ description = "" }: Schema): readonly string[] {
  const keys = description.replace(/;.*/, "").match(/[a-z_]+/g) ?? [];
  return keys.flatMap((key) => (key === "default" ? [] : [key, `-${key}`]));
}

/** Returns all pairs of values of different arguments. */
export const pairsOf = (values: readonly OptionalArgument[]): (readonly [OptionalArgument, OptionalArgument])[] =>
  values.flatMap((one, index) =>
    values.slice(index + 1).flatMap((other) => (other.name === one.name ? [] : [[one, other] as const])),
  );
