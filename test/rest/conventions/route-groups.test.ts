import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { toolIndex } from "#mcp/lists/tool-index.ts";
import { filterFields, typedKeys } from "#lib/json/typed-object.ts";
import { toWire } from "#lib/wire/names.ts";
import { routeAt, routeOf } from "#operations/loaded-routes.ts";
import { openApiDocument } from "#rest/openapi/document.ts";
import { prefix } from "#rest/prefix.ts";
import { routeGroups } from "#operations/route-groups.ts";
import { routeIndex } from "#operations/route-index.ts";

interface Described {
  paths: Record<string, Record<string, { operationId: string; security: [{ oauth: string[] }] }>>;
}

const byAddress = (one: { address: string }, other: { address: string }) => one.address.localeCompare(other.address);

void describe("The groups of the operator API", () => {
  void test("contain each operation of /openapi.json, at its path and with its scope", async () => {
    const { paths } = (await openApiDocument({ origin: "https://school.example", name: "" })) as Described;
    const described = Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, { operationId, security }]) => ({
        address: `${method.toUpperCase()} ${path}`,
        operation: operationId,
        scopes: security[0].oauth,
      })),
    );
    const reached = await Promise.all(
      routeIndex.map(async (entry) => ({
        address: `${entry.method} ${prefix}${entry.path.replaceAll(/:(\w+)/g, (_match, name: string) => `{${toWire(name)}}`)}`,
        operation: (await routeOf(entry)).operation.name,
        scopes: [...entry.scopes],
      })),
    );
    assert.deepEqual(reached.toSorted(byAddress), described.toSorted(byAddress));
  });

  void test("contain all routes of a path, so that a patch finds the read of its resource", async () => {
    const groupsOf = Map.groupBy(routeIndex, ({ path }) => path);
    const divided = [...groupsOf].filter(([, entries]) => new Set(entries.map(({ group }) => group)).size > 1);
    assert.deepEqual(divided, []);
    const patch = routeIndex.find(({ method, path }) => method === "PATCH" && path === "/courses/:course")!;
    assert.equal((await routeAt(patch, "GET"))?.operation.name, "getCourse");
  });

  void test("have no group without routes", () => {
    assert.deepEqual(
      typedKeys(routeGroups).filter((group) => routeIndex.every((entry) => entry.group !== group)),
      [],
    );
  });

  void test("are indexed as JSON, which a build contains instead of the code that computes it", () => {
    assert.deepEqual(
      JSON.parse(JSON.stringify(routeIndex)),
      routeIndex.map((entry) => filterFields({ ...entry }, (value) => value !== undefined)),
    );
    assert.deepEqual(JSON.parse(JSON.stringify(toolIndex)), toolIndex);
  });
});
