import * as z from "zod";
import type { Scope } from "#access/scopes.ts";
import type { Context } from "#domain/platform/context.ts";
import { requireScopes } from "#domain/platform/callers/authorize.ts";
import { type Operation, read } from "#domain/platform/operation.ts";
import { asRecord, isRecord } from "#lib/json/is-record.ts";
import { mustGet } from "#lib/collections/must-get.ts";
import { oncePer } from "#lib/work/once-per.ts";
import { fromWire, toWire } from "#lib/wire/names.ts";
import type { Expansion, Expansions } from "./expansion.ts";

/** A read operation for one resource or a page, with related resources embedded on request (`expand`). */
export interface ExpandingOperation extends Operation {
  /** Expansion paths, each with all the scopes it needs. */
  expandable: ReadonlyMap<string, readonly Scope[]>;
}

const maxExpansionDepth = 2;

export function expanding(operation: Operation, expansions: Expansions): ExpandingOperation {
  const { access, input, output } = operation;
  if (!(output instanceof z.ZodObject)) throw new Error("Only objects and pages of objects can be expanded.");
  const ownScopes = "scope" in access ? [access.scope] : [];
  const expandable = new Map(
    pathsOf(expansions, maxExpansionDepth).map(({ path, scopes }) => [path, [...ownScopes, ...scopes]]),
  );
  const Expand = z
    .array(z.enum([...expandable.keys()]))
    .max(expandable.size)
    .default([])
    .meta({ description: describe(expandable, ownScopes) });

  return {
    ...operation,
    expandable,
    input: input.extend({ expand: Expand }),
    output: extended(output, expansions),
    async run(context, { expand, ...requested }) {
      const paths = Array.isArray(expand) ? expand.map(String) : [];
      const needed = new Set([...ownScopes, ...paths.flatMap((path) => mustGet(expandable, path))]);
      requireScopes(context.caller, [...needed]);
      const answer = asRecord(await read(operation, context, requested));
      const items = Array.isArray(answer["data"]) ? answer["data"].map(asRecord) : undefined;
      if (items) return { ...answer, data: await expandAll(context, items, expansions, paths) };
      return (await expandAll(context, [answer], expansions, paths))[0];
    },
  };
}

type Item = Record<string, unknown>;

/** Adds the requested expansions to each item, keyed by field name. */
async function expandAll(
  context: Context,
  items: readonly Item[],
  expansions: Expansions,
  requested: readonly string[],
): Promise<Item[]> {
  const added: [string, readonly unknown[]][] = [];
  for (const [name, paths] of Map.groupBy(requested, (path) => path.replace(/\..*/s, ""))) {
    const below = paths.flatMap((path) => path.split(".").slice(1).join(".") || []);
    const field = fromWire(name);
    const expansion = expansions[field];
    if (expansion) added.push([field, await valuesOf(context, items, expansion, below)]);
  }
  return items.map((item, index) => ({
    ...item,
    ...Object.fromEntries(added.map(([field, values]) => [field, values[index]])),
  }));
}

async function valuesOf(
  context: Context,
  items: readonly Item[],
  { load, within }: Expansion,
  below: readonly string[],
): Promise<readonly unknown[]> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- An expansion loads for the items of its own operation.
  const values = await load(context, items as readonly never[]);
  if (below.length === 0 || !within) return values;
  // Several items may share a related resource; its own expansions are loaded once.
  const distinct = [...new Set(values.flat().filter(isRecord))];
  const expanded = await expandAll(context, distinct, within, below);
  const replacement = new Map(distinct.map((item, index) => [item, expanded[index]]));
  const replace = (value: unknown) => (isRecord(value) ? (replacement.get(value) ?? null) : null);
  return values.map((value) => (Array.isArray(value) ? value.map(replace) : replace(value)));
}

interface Path {
  path: string;
  scopes: Scope[];
}

const pathsOf = (expansions: Expansions, depth: number): Path[] =>
  Object.entries(expansions).flatMap(([name, { scope, within }]) => {
    const ownPath = { path: toWire(name), scopes: [scope] };
    if (!within || depth === 1) return [ownPath];
    const below = pathsOf(within, depth - 1).map(({ path, scopes }) => ({
      path: `${ownPath.path}.${path}`,
      scopes: [scope, ...scopes],
    }));
    return [ownPath, ...below];
  });

const describe = (expandable: ReadonlyMap<string, readonly Scope[]>, own: readonly Scope[]): string => {
  const items = [...expandable].map(([path, scopes]) => {
    const besides = [...new Set(scopes)].filter((scope) => !own.includes(scope));
    return besides.length === 0
      ? `\`${path}\``
      : `\`${path}\` (requires ${besides.map((scope) => `\`${scope}\``).join(", ")})`;
  });
  return `Includes related resources: ${items.join(", ")}.`;
};

/** Extends the schema of a resource, or of a page of resources, with the expandable fields. */
function extended(output: z.ZodObject, expansions: Expansions): z.ZodObject {
  const { data } = output.shape as { data?: z.ZodArray<z.ZodObject> };
  const item = data instanceof z.ZodArray ? data.element : output;
  const { id } = item.meta() ?? {};
  const whole = item.extend(fieldsOf(expansions, maxExpansionDepth));
  const named = typeof id === "string" ? whole.meta({ id: `Expandable${id}` }) : whole;
  return item === output ? named : output.extend({ data: z.array(named) });
}

/** Once per expansion and depth: a list and its single resource have the same expansions. */
const fieldsOf = (expansions: Expansions, depth: number): Record<string, z.ZodType> =>
  Object.fromEntries(Object.entries(expansions).map(([name, expansion]) => [name, fieldOf(expansion)(depth)]));

const fieldOf = oncePer(({ item, many, within }: Expansion) =>
  oncePer((depth: number) => {
    const whole = within && depth > 1 ? item.extend(fieldsOf(within, depth - 1)) : item;
    return (many ? z.array(whole) : whole.nullable()).optional();
  }),
);
