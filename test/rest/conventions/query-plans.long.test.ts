import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import * as z from "zod";
import type { ExpandingOperation } from "#domain/platform/expansion/expanding.ts";
import { formatId, type IdKind, newId } from "#domain/platform/ids.ts";
import { perform } from "#domain/platform/operation.ts";
import { Problem } from "#domain/platform/problem.ts";
import { toWire } from "#lib/wire/names.ts";
import { nodeOf } from "#lib/wire/schema-node.ts";
import type { Route } from "#operations/route.ts";
import { routes } from "#operations/routes.ts";
import { copyNewest } from "../../support/worlds/cloned-rows.ts";
import { now } from "../../support/clock.ts";
import { aFuzzWorld, type FuzzWorld } from "../../support/worlds/fuzz-world.ts";
import { insertFiles } from "../../support/worlds/inhabited-files.ts";
import { storage } from "../../support/worlds/storage.ts";
import { webhooks } from "../../support/world.ts";
import { explained, nodesOf, type Plan, readBy } from "../../support/meters/query-plans.ts";
import { namedKind } from "../../support/openapi/named-kind.ts";

/** The number of resources of each kind, one of which is rare. */
const count = 6000;
/** The rows of one page with its related rows, plus the cost of combining two indexes. */
const maxRows = 450;
/** Filters by values that are frequent for some sites: these may scan other rows in index order. */
const frequent: ReadonlySet<string> = new Set([
  "status",
  "visibility",
  "courseType",
  "language",
  "level",
  "kind",
  "isPreview",
  "format",
  "planType",
  "visible",
  "checkedIn",
  "passed",
  "access",
  "rating",
  "price",
  "pageType",
  "locale",
  "purpose",
  "contentType",
  "unused",
  "productType",
  "provider",
  "currency",
  "authorRole",
  "commentableType",
  "cancelAtPeriodEnd",
  "hasActiveSubscription",
  "lastSignInAt",
  "lastActiveAt",
]);

/** Operations that count, or list the tags of, all resources of a site. */
const counting: ReadonlySet<string> = new Set(["/school", "/school/usage", "/tags"]);

void describe("Every read of the operator API on a large site uses indexes, and reads at most about a page", () => {
  let world: FuzzWorld;
  let rare: (kind: string) => string;
  before(async () => {
    world = await aFuzzWorld();
    await world.stock();
    await insertFiles(world.site, world.member, "w0w");
    rare = await world.newest();
    await world.stock();
    await copyNewest(world.site.id, count);
  });

  // `/me` reads the rows of its credential by their keys, and the world has none.
  const reads = routes.filter(({ method, operation }) => method === "GET" && !("bearer" in operation.access));
  for (const route of reads) {
    const { path, operation } = route;
    const shape = operation.input.shape as Record<string, z.ZodType>;

    void test(`GET ${path}`, async (t) => {
      const requested = parametersOf(route, rare);
      if (requested === undefined) return;
      const sort = shape["sort"];
      const orders = sort ? choicesOf(elementOf(sort)) : [];
      const takesSeveral = sort !== undefined && elementOf(sort) !== sort;
      await t.test("without parameters", () => readsLittle(requested));
      const narrowed: [string, readonly unknown[]][] =
        orders.length > 0 ? [["sort", orders.map((order) => (takesSeveral ? [order] : order))], ...filtersOf()] : [];
      for (const [name, values] of narrowed) {
        for (const value of values) {
          const sorted = orders.includes(toWire(name)) ? { sort: [toWire(name)] } : {};
          await t.test(`${name} ${JSON.stringify(value)}`, () =>
            readsLittle({ ...requested, ...sorted, [name]: value }, name),
          );
        }
      }
      const { expandable } = operation as Partial<ExpandingOperation>;
      if (expandable)
        await t.test("with all expansions", () => readsLittle({ ...requested, expand: [...expandable.keys()] }));
    });

    function filtersOf(): [string, readonly unknown[]][] {
      const own = Object.entries(shape).filter(([name]) => !notFilters.has(name) && !path.includes(`:${name}`));
      return own.map(([name, schema]) => [name, valuesOf(schema, rare)]);
    }

    async function readsLittle(input: object, filter?: string): Promise<void> {
      const plans: Plan[] = [];
      const context = {
        ...world.site.context(),
        caller: { kind: "cli" } as const,
        db: explained(plans, plans),
        storage,
        webhooks,
      };
      try {
        const first = (await perform(operation, context, input)) as { page?: { nextCursor: string | null } };
        if (first.page?.nextCursor) await perform(operation, context, { ...input, cursor: first.page.nextCursor });
      } catch (error) {
        // A missing resource is looked up as well.
        if (!(error instanceof Problem && error.code === "not_found")) throw error;
      }
      for (const plan of plans) {
        const nodes = nodesOf(plan);
        for (const node of nodes) {
          const planText = () => `${JSON.stringify(input)}: ${JSON.stringify(node).slice(0, 1500)}`;
          const read = readBy(node);
          assert.ok(node["Node Type"] !== "Seq Scan" || read <= 50, planText());
          if (node["Node Type"].includes("Sort")) assert.ok(node["Actual Rows"] <= maxRows, planText());
          if (!counting.has(path) && !frequent.has(filter ?? ""))
            assert.ok(read <= maxRows, `${read} rows: ${planText()}`);
        }
      }
    }
  }
});

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

/** Values of a filter; for a filter by resource, the rare one. */
function valuesOf(schema: z.ZodType, rare: (kind: string) => string): unknown[] {
  const node = nodeOf(schema);
  if (node.kind === "array") {
    const kind = kindOf(node.element);
    if (kind) return [[rare(kind)]];
    // Filters that accept ids of several kinds, including this one.
    const isOne = (of: string) => schema.safeParse([rare(of)]).success && !schema.safeParse(["w1w"]).success;
    const one = ["course", "membershipPricing"].find(isOne);
    if (one !== undefined) return [[rare(one)]];
    const choices = choicesOf(node.element);
    if (choices.length > 0) return choices.map((choice) => [choice]);
    return [["w1w"], ["EUR"]].filter((value) => schema.safeParse(value).success).slice(0, 1);
  }
  const later = new Date(now().getTime() + (count / 2) * 1000).toISOString();
  const instant = schema.safeParse("w1w").success ? [] : [later];
  const candidates = [...choicesOf(schema), ...instant, true, false, { gte: later }, { gte: 3 }, { lte: 1 }, "w1w"];
  return candidates.filter((value) => schema.safeParse(value).success);
}

const kindOf = (schema: z.ZodType): IdKind | undefined => {
  const { description = "" } = schema.meta() ?? {};
  const kind = namedKind(description);
  // Some describe several kinds in prose, which is not a kind.
  return kind && !formatId(kind, newId()).startsWith("undefined_") ? kind : undefined;
};

/** The ids of the rare resource for the path parameters; undefined if a parameter is not an id. */
function parametersOf({ path, operation }: Route, rare: (kind: string) => string): Record<string, unknown> | undefined {
  const parameters: Record<string, unknown> = {};
  for (const [, name] of path.matchAll(/:(\w+)/g)) {
    const kind = kindOf(operation.input.shape[name!] as z.ZodType);
    if (!kind) return undefined;
    parameters[name!] = rare(kind);
  }
  if ("from" in operation.input.shape && "to" in operation.input.shape) {
    Object.assign(parameters, { from: now().toISOString(), to: new Date(now().getTime() + 86_400_000).toISOString() });
  }
  if ("metric" in operation.input.shape) parameters["metric"] = "enrollments";
  return parameters;
}
