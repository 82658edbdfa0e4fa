import assert from "node:assert/strict";
import { test } from "node:test";
import { firstDifference } from "../data/first-difference.ts";
import { shortenError } from "./short-failures.ts";

const failureOf = (work: () => void): Error => {
  try {
    work();
  } catch (error) {
    if (error instanceof Error) return shortenError(error);
  }
  throw new Error("Expected a failure.");
};

void test("A failed comparison of large values shows the first difference and the length of lists in one line", () => {
  const rows = Array.from({ length: 500 }, (_, id) => ({ id, status: "created", errors: [] as object[] }));
  const found = rows.map((row) => (row.id === 3 ? { ...row, errors: [{ pointer: "/name" }] } : row)).slice(1);
  const error = failureOf(() => assert.deepEqual({ results: found }, { results: rows.slice(1) }));
  assert.equal(error.message, "at .results[2].errors[0]: expected undefined, found { pointer: '/name' }");
  assert.equal(firstDifference([1, 2], [1, 2, 3]), "at [2]: expected 3, found undefined (3 items expected, 2 found)");
});

void test("A failed comparison of long texts shows the characters that differ", () => {
  const text = "a".repeat(5000);
  const error = failureOf(() => assert.equal(`${text}b${text}`, `${text}c${text}`));
  assert.ok(error.message.length < 400, error.message);
  assert.match(error.message, /^expected '…a{20}ca+.*found '…a{20}ba+/);
});

void test("The stack of a failure names files of the project, and a message of many lines is cut to one", () => {
  const error = failureOf(() => assert.ok(false, "first\nsecond ".repeat(200)));
  assert.ok(error.message.length <= 301 && !error.message.includes("\n"));
  assert.match(
    error.stack!.split("\n")[1]!,
    /^ {4}at .*test\/support\/processes\/short-failures\.test\.ts:\d+:\d+\)?$/,
  );
});
