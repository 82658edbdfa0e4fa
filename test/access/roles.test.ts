import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { inOrder, isRole, mayUse, narrowToRoles, roles } from "#access/roles.ts";
import { scopeNames } from "#access/scopes.ts";
import { mayRoleGive, rolesOfTheDesign } from "../support/releases/scope-rules.ts";

void test("There are five roles, highest first", () => {
  assert.deepEqual(roles, rolesOfTheDesign);
});

for (const role of rolesOfTheDesign) {
  void test(`A ${role} can grant exactly the documented scopes`, () => {
    for (const scope of scopeNames) assert.equal(mayUse([role], scope), mayRoleGive(role, scope), scope);
  });
}

void test("A member without roles can grant no scope, not even openid", () => {
  assert.deepEqual(narrowToRoles([], scopeNames), []);
});

const memberRoles = fc.uniqueArray(fc.constantFrom(...rolesOfTheDesign), { minLength: 1 });

void test("Several roles allow the union of their scopes, in the order of the request", () => {
  fc.assert(
    fc.property(memberRoles, fc.uniqueArray(fc.constantFrom(...scopeNames)), (some, requested) => {
      const expected = requested.filter((scope) => some.some((role) => mayRoleGive(role, scope)));
      assert.deepEqual(narrowToRoles(some, requested), expected);
    }),
  );
});

void test("Roles are returned highest first and without duplicates, however they are stored", () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...rolesOfTheDesign)), (stored) => {
      assert.deepEqual(
        inOrder(stored),
        rolesOfTheDesign.filter((role) => stored.includes(role)),
      );
    }),
  );
  assert.equal(isRole("admin"), false);
});
