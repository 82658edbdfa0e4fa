import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { lineOfPair, pairOfLine } from "#pages/admin/derived/pair-lines.ts";

const values = [
  "",
  " ",
  "  two ",
  "a: b",
  "a\nb",
  "\r\n",
  "\ttab\t",
  "\\n",
  "\\",
  "\\s",
  "true",
  "7",
  '"q"',
  "[1]",
  "{",
];

void describe("A line with a key and a value", () => {
  void test("gives back every text", () => {
    for (const key of ["plain", "co:lon", " lead", "new\nline", "back\\slash", "\\:", "a.b", "constructor", "名稱"]) {
      for (const value of values) {
        for (const isTyped of [true, false]) {
          assert.deepEqual(pairOfLine(lineOfPair(key, value, isTyped).trim(), isTyped), [key, value]);
        }
      }
    }
  });

  void test("gives back values with types", () => {
    for (const value of [true, false, null, 7, -1.5, ["a", 1], { a: "b" }]) {
      assert.deepEqual(pairOfLine(lineOfPair("key", value, true), true), ["key", value]);
    }
  });

  void test("reads what people type", () => {
    assert.deepEqual(pairOfLine("campaign:spring: two", false), ["campaign", "spring: two"]);
    assert.deepEqual(pairOfLine("flag", false), ["flag", ""]);
    assert.deepEqual(pairOfLine("path: C:\\files", false), ["path", "C:\\files"]);
  });
});
