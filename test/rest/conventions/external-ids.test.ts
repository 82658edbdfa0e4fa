import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import type * as z from "zod";
import type { Route } from "#operations/route.ts";
import { prefix } from "#rest/prefix.ts";
import { routes } from "#operations/routes.ts";
import { assertStatus, describeFailure } from "../../support/assert-status.ts";
import { aFuzzWorld, type FuzzWorld } from "../../support/worlds/fuzz-world.ts";
import { namedKind } from "../../support/openapi/named-kind.ts";

/** The world has one of these. */
const alone: Record<string, object> = {
  "/lecturers/:lecturer": { name: "Rui" },
  "/member_fields/:id": { handle: "boat", kind: "text", label: "Boat" },
};

const updates = routes.filter(({ method, operation }) => method === "PATCH" && "externalId" in operation.input.shape);

void describe("An update cannot take the external ID of another resource", () => {
  let world: FuzzWorld;
  const addresses = new Map<Route, string[]>();
  before(async () => {
    world = await aFuzzWorld();
    for (let count = 0; count < 2; count++) {
      await world.stock();
      if (count === 1) await makeOthers(world);
      const idOf = await world.newest();
      for (const route of updates) addresses.set(route, [...(addresses.get(route) ?? []), addressOf(route, idOf)]);
    }
  });

  for (const route of updates) {
    void test(`PATCH ${route.path}`, async () => {
      const { site, bearer } = world;
      const [first, second] = addresses.get(route)!;
      assert.notEqual(first, second);
      const take = (address: string) =>
        site.request("PATCH", prefix + address, {
          bearer,
          payload: { external_id: "taken-1" },
          headers: { "if-match": "*" },
        });
      const taken = await take(first!);
      assertStatus(taken, 200);
      const refused = await take(second!);
      assertStatus(refused, 409);
      assert.equal(refused.json<{ code: string }>().code, "already_exists", describeFailure(refused.body));
    });
  }
});

async function makeOthers({ site, bearer }: FuzzWorld): Promise<void> {
  for (const [path, payload] of Object.entries(alone)) {
    const made = await site.request("POST", prefix + path.slice(0, path.lastIndexOf("/")), { bearer, payload });
    assertStatus(made, 201);
  }
}

const addressOf = ({ path, operation }: Route, idOf: Awaited<ReturnType<FuzzWorld["newest"]>>): string =>
  path.replaceAll(/:(\w+)/g, (_match, name: string) => {
    const { description = "" } = (operation.input.shape[name] as z.ZodType).meta() ?? {};
    return idOf(namedKind(description)!);
  });
