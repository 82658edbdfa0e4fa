import assert from "node:assert/strict";
import { test } from "node:test";
import { nearest } from "#lib/nearest.ts";

void test("A mistyped word is answered with the one it is most like", () => {
  const words = ["create", "list", "show"];
  assert.equal(nearest("lsit", words), "list");
  assert.equal(nearest("craete", words), "create");
  assert.equal(nearest("list", words), "list");
});

void test("A word that is like none is answered with nothing", () => {
  assert.equal(nearest("frobnicate", ["create", "list"]), undefined);
  assert.equal(nearest("list", []), undefined);
});
