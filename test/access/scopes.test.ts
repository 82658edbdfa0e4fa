import assert from "node:assert/strict";
import { test } from "node:test";
import { formatScopes, identityScopes, isScope, scopeNames } from "#access/scopes.ts";

const both = (...names: string[]) => names.flatMap((name) => [`${name}:read`, `${name}:write`]);

/** Contract §5.6, written a second time. */
const ofContract = [
  "openid",
  "profile",
  "email",
  ...both("courses", "students", "members", "curriculum", "school", "appearance", "events", "membership_plans"),
  ...both("coupons", "posts", "subscriptions", "digital_products", "lecturers", "pages", "account"),
  "analytics:read",
  "orders:read",
  "comments:read",
  "storage:write",
  "forms:read",
];

void test("The scopes are those of the contract, all and no other", () => {
  assert.deepEqual([...scopeNames].sort(), [...ofContract].sort());
});

void test("Who somebody is takes three scopes", () => {
  assert.deepEqual([...identityScopes].sort(), ["email", "openid", "profile"]);
});

void test("What is no scope is recognised, names of every object among it", () => {
  for (const name of ["offline_access", "constructor", "__proto__", "toString", "OPENID", "", "openid "]) {
    assert.equal(isScope(name), false, name);
  }
});

void test("Scopes are written once each, in one order, whatever the order they come in", () => {
  assert.equal(formatScopes(["email", "openid", "email"]), "openid email");
  assert.equal(formatScopes([]), "");
});
