import type { Tool } from "#mcp/definition/tool.ts";
import type { Json } from "./agent.ts";

interface Schema {
  type?: string;
  enum?: unknown[];
  format?: string;
  description?: string;
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
}

/** An optional argument of a tool with one value that its input schema allows. */
export interface OptionalArgument {
  name: string;
  value: unknown;
}

const instant = "2026-01-15T08:00:00Z";

/** Values of range filters, by the beginning of the first one's description. */
const ofRanges: Readonly<Record<string, readonly unknown[]>> = {
  Dates: [
    { gte: instant },
    { gt: instant },
    { lte: instant },
    { lt: instant },
    { gte: instant, lt: "2027-01-01T00:00:00Z" },
  ],
  // Valid ratings, prices and percentages.
  Numbers: [{ gte: 1 }, { gt: 1 }, { lte: 5 }, { lt: 5 }, { gte: 1, lt: 5 }],
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
  const { properties = {}, required = [] } = listed().inputSchema as Schema;
  const explained = (schema: Schema): Schema => {
    const [, first] = /^Range like (\w+)$/.exec(schema.description ?? "") ?? [];
    return first === undefined ? schema : properties[first]!;
  };
  return Object.entries(properties)
    .filter(([name]) => !controls.has(name) && !required.includes(name))
    .flatMap(([name, schema]) => {
      const text = texts[`${tool}.${name}`] ?? texts[name];
      return valuesOf(name, explained(schema), text).map((value) => ({ name, value }));
    });
}

function valuesOf(name: string, schema: Schema, text: unknown): readonly unknown[] {
  const { type, description = "" } = schema;
  const range = / by gte, gt, lte, lt/.test(description) ? ofRanges[description.split(" ")[0]!] : undefined;
  if (range) return range;
  const max = /\bmax (\d+)\)/.exec(description)?.[1];
  if (name === "sort") return sortOrders(schema);
  if (name === "limit") return [1, 2, Number(max)];
  if (schema.enum) return schema.enum;
  if (type === "boolean") return [true, false];
  if (type === "array") {
    const values = schema.items ? valuesOf(name, schema.items, text) : [];
    return values.map((value) => [value]);
  }
  if (schema.format === "date-time") return [instant];
  if (description.includes("(date or RFC 3339)")) return [instant, instant.slice(0, 10)];
  if (text !== undefined) return [text];
  if (type === "integer") return [1, ...(max === undefined ? [] : [Number(max)])];
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
