import assert from "node:assert/strict";
import { test } from "node:test";
import { formatScopes, identityScopes, isScope, scopeNames } from "#access/scopes.ts";

const both = (...names: string[]) => names.flatMap((name) => [`${name}:read`, `${name}:write`]);

/** The scopes of contract §5.6, duplicated on purpose. */
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

void test("The scopes are exactly those of the contract", () => {
  assert.deepEqual([...scopeNames].sort(), [...ofContract].sort());
});

void test("Identity takes three scopes", () => {
  assert.deepEqual([...identityScopes].sort(), ["email", "openid", "profile"]);
});

void test("Unknown scopes are rejected, including names of properties of every object", () => {
  for (const name of ["offline_access", "constructor", "__proto__", "toString", "OPENID", "", "openid "]) {
    assert.equal(isScope(name), false, name);
  }
});

void test("Scopes are serialized once each, in a fixed order", () => {
  assert.equal(formatScopes(["email", "openid", "email"]), "openid email");
  assert.equal(formatScopes([]), "");
});
