import assert from "node:assert/strict";
import { test } from "node:test";
import { nearest } from "#lib/text/nearest.ts";

void test("A misspelled word gets the nearest suggestion", () => {
  const commands = ["create", "list", "show"];
  assert.equal(nearest("lsit", commands), "list");
  assert.equal(nearest("craete", commands), "create");
  assert.equal(nearest("list", commands), "list");
});

void test("A word unlike any other gets no suggestion", () => {
  assert.equal(nearest("frobnicate", ["create", "list"]), undefined);
  assert.equal(nearest("list", []), undefined);
  assert.equal(nearest("id", ["is"]), undefined);
  assert.equal(nearest("user", ["slug", "owner", "use"]), "use");
  assert.equal(nearest("page", ["tag", "name"]), undefined);
  assert.equal(nearest("search_text", ["created_at", "sort"]), undefined);
});
