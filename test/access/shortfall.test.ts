import assert from "node:assert/strict";
import { test } from "node:test";
import type { Role } from "#access/roles.ts";
import type { Scope } from "#access/scopes.ts";
import { findShortfall } from "#access/shortfall.ts";

const find = (needed: Scope[], held: Scope[], roles: Role[]) =>
  findShortfall(needed, (scope) => held.includes(scope), roles);

void test("Whoever holds every scope, with roles that give them, lacks nothing", () => {
  assert.equal(find([], [], []), undefined);
  assert.equal(find(["courses:read", "openid"], ["openid", "courses:read"], ["student", "lecturer"]), undefined);
});

void test("A scope that is not held is told first, even where a role is lost as well", () => {
  const shortfall = find(["orders:read", "courses:read"], ["orders:read"], ["student"]);
  assert.deepEqual(shortfall, { lacks: "scope", scope: "courses:read" });
});

void test("A scope that is held and that no role gives any more is a matter of roles", () => {
  const held: Scope[] = ["openid", "orders:read"];
  assert.deepEqual(find(held, held, ["lecturer"]), { lacks: "role", scope: "orders:read" });
  assert.deepEqual(find(held, held, []), { lacks: "role", scope: "openid" });
});
