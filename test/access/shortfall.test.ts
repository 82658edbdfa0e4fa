import assert from "node:assert/strict";
import { test } from "node:test";
import type { Role } from "#access/roles.ts";
import type { Scope } from "#access/scopes.ts";
import { findShortfall } from "#access/shortfall.ts";

const find = (needed: Scope[], granted: Scope[], roles: Role[]) =>
  findShortfall(needed, (scope) => granted.includes(scope), roles);

void test("A caller with every scope and the roles that allow them lacks nothing", () => {
  assert.equal(find([], [], []), undefined);
  assert.equal(find(["courses:read", "openid"], ["openid", "courses:read"], ["student", "lecturer"]), undefined);
});

void test("A missing role is reported before a missing scope", () => {
  const needed: Scope[] = ["courses:read", "orders:read"];
  assert.deepEqual(find(needed, [], ["lecturer"]), { lacks: "role", scope: "orders:read" });
  assert.deepEqual(find(needed, [], ["owner"]), { lacks: "scope", scope: "courses:read" });
  assert.deepEqual(find(needed, ["orders:read"], ["manager"]), { lacks: "scope", scope: "courses:read" });
});

void test("A granted scope that the roles of the member no longer allow is reported as a missing role", () => {
  const granted: Scope[] = ["openid", "orders:read"];
  assert.deepEqual(find(granted, granted, ["lecturer"]), { lacks: "role", scope: "orders:read" });
  assert.deepEqual(find(granted, granted, []), { lacks: "role", scope: "openid" });
});
