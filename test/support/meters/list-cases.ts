import * as z from "zod";
import type { ExpandingOperation } from "#domain/platform/expansion/expanding.ts";
import { formatId, type IdKind, newId } from "#domain/platform/ids.ts";
import type { Operation } from "#domain/platform/operation.ts";
import { nodeOf } from "#lib/wire/schema-node.ts";
import { now } from "../clock.ts";
import { origins, span } from "../worlds/varied-copies.ts";
import { namedKind } from "../openapi/named-kind.ts";

/** The input of one request to a list. */
export interface ListCase {
  name: string;
  input: Record<string, unknown>;
  filter?: string;
  /** The input without the filter. */
  unfiltered?: Record<string, unknown>;
}

/** Returns the API id of a resource of this kind. */
type IdOf = (kind: string) => string;

/** Requests with each order, with each filter in the default order and in another one, and with all expansions. */
export function casesOf(operation: Operation, parameters: Record<string, unknown>, ids: readonly IdOf[]): ListCase[] {
  const shape = operation.input.shape as Record<string, z.ZodType>;
  const orders = shape["sort"] ? choicesOf(elementOf(shape["sort"])) : [];
  const others = orders.filter((order) => !String(order).startsWith("-")).slice(-1);
  const { expandable } = operation as Partial<ExpandingOperation>;
  const inEachOrder = (name: string, input: Record<string, unknown>): ListCase[] => [
    { name, input, filter: name, unfiltered: parameters },
    ...others.map((order) => ({ name, input: { ...input, sort: [order] }, filter: name, unfiltered: parameters })),
  ];
  const filters = Object.entries(shape).filter(([name]) => !notFilters.has(name) && !(name in parameters));
  return [
    { name: "without parameters", input: {} },
    ...orders.map((order) => ({ name: `by ${String(order)}`, input: { sort: [order] } })),
    ...filters.flatMap(([name, schema]) =>
      valuesOf(name, schema, ids).flatMap((value) => inEachOrder(name, { [name]: value })),
    ),
    ...(expandable ? [{ name: "with all expansions", input: { expand: [...expandable.keys()] } }] : []),
  ].map((each) => ({ ...each, input: { ...parameters, ...each.input } }));
}

/** Common list parameters that are not filters; an oversized tree is rejected. */
const notFilters: ReadonlySet<string> = new Set([
  "limit",
  "cursor",
  "sort",
  "includeTotal",
  "includeDeleted",
  "expand",
  "tree",
]);

function elementOf(schema: z.ZodType): z.ZodType {
  const node = nodeOf(schema);
  return node.kind === "array" ? node.element : schema;
}

const choicesOf = (schema: z.ZodType): unknown[] => {
  const described = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" });
  return described.enum ?? [];
};

/** The time of the copy after this share of all, in a column that a filter of this name compares. */
const timesFor = (name: string) => {
  const origin = /expires|periodEnd/i.test(name) ? origins.future : origins.past;
  return (share: number) => new Date(origin.getTime() + share * span * 1000).toISOString();
};

/** Values of a filter; for a filter by resource, one of each kind of id. */
function valuesOf(name: string, schema: z.ZodType, ids: readonly IdOf[]): unknown[] {
  const node = nodeOf(schema);
  if (node.kind === "array") {
    const kind = kindOf(node.element);
    if (kind) return ids.map((idOf) => [idOf(kind)]);
    // Filters that accept ids of several kinds, including this one.
    const isOne = (of: string) => schema.safeParse([ids[0]!(of)]).success && !schema.safeParse(["w1w"]).success;
    const one = ["course", "membershipPricing"].find(isOne);
    if (one !== undefined) return ids.map((idOf) => [idOf(one)]);
    const choices = choicesOf(node.element);
    if (choices.length > 0) return choices.map((choice) => [choice]);
    return [["w1w"], ["EUR"]].filter((value) => schema.safeParse(value).success).slice(0, 1);
  }
  const at = timesFor(name);
  // Few rows at either end, some in between, and most of them.
  const candidates = [
    ...choicesOf(schema),
    true,
    false,
    at(0.003),
    at(0.5),
    { gte: at(0.2) },
    { gte: at(0.5), lt: at(0.53) },
    { gte: at(0.997) },
    { lt: at(0.003) },
    { gte: 3 },
    { lte: 1 },
    { gte: 20 },
    { gte: 50, lt: 53 },
    "w1w",
  ];
  return candidates.filter((value) => schema.safeParse(value).success);
}

const kindOf = (schema: z.ZodType): IdKind | undefined => {
  const { description = "" } = schema.meta() ?? {};
  const kind = namedKind(description);
  // Some describe several kinds in prose, which is not a kind.
  return kind && !formatId(kind, newId()).startsWith("undefined_") ? kind : undefined;
};

/** The ids of the path parameters; undefined if a parameter is not an id. */
export function parametersOf(path: string, operation: Operation, idOf: IdOf): Record<string, unknown> | undefined {
  const parameters: Record<string, unknown> = {};
  const shape = operation.input.shape as Record<string, z.ZodType>;
  for (const [, name] of path.matchAll(/:(\w+)/g)) {
    const kind = kindOf(shape[name!]!);
    if (!kind) return undefined;
    parameters[name!] = idOf(kind);
  }
  if ("from" in shape && "to" in shape) {
    Object.assign(parameters, { from: now().toISOString(), to: new Date(now().getTime() + 86_400_000).toISOString() });
  }
  if ("metric" in shape) parameters["metric"] = "enrollments";
  return parameters;
}
