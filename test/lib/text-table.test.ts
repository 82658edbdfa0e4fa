import assert from "node:assert/strict";
import { test } from "node:test";
import { textTable } from "#lib/text/text-table.ts";

void test("Columns are aligned, and no line ends in spaces", () => {
  assert.equal(
    textTable(
      [
        ["a", "bb"],
        ["ccc", ""],
      ],
      ["x", "y"],
    ),
    "X    Y\na    bb\nccc",
  );
});

void test("East Asian characters are two columns wide, combining marks none", () => {
  assert.equal(
    textTable([
      ["山海", "|"],
      ["e\u0301tes", "|"],
    ]),
    "山海  |\ne\u0301tes  |",
  );
});

void test("A name cannot move the cursor or change colors", () => {
  assert.equal(textTable([["a\u001b[31mb\nc", "d"]]), "a [31mb c  d");
});
