import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { countsOf, imported } from "../support/imports.ts";
import { anOperator, type Operator, problemOf } from "../support/operator.ts";

const scopes = "school:read school:write members:read members:write";
const maxBytes = 1024 * 1024;

void describe("Rows within an import request", () => {
  for (const [script, letter] of [
    ["Latin", "a"],
    ["Chinese", "字"],
    ["emoji", "😀"],
  ] as const) {
    void test(`can be exactly 1 MiB of UTF-8 in ${script} letters`, async () => {
      const operator = await anOperator(scopes);
      const inline = filled(letter);
      assert.equal(Buffer.byteLength(inline), maxBytes);
      const requested = { format: "ndjson", resource: "members", inline };
      assert.deepEqual(countsOf(await imported(operator, requested)), [1, 0, 0, 1]);
      const more = problemOf(await operator.post("/imports", { ...requested, inline: `${inline} ` }));
      assert.deepEqual([more.status, more.pointers], [422, ["/inline"]]);
    });
  }

  void test("can have every letter escaped", async () => {
    const operator = await anOperator(scopes);
    const requested = JSON.stringify({ format: "ndjson", resource: "members", inline: filled("a") });
    const escaped = requested.replaceAll("a".repeat(100), String.raw`\u0061`.repeat(100));
    assert.ok(escaped.length > 5 * maxBytes);
    assert.equal((await sent(operator, escaped)).statusCode, 202);
    assert.equal((await sent(operator, escaped.padEnd(11 * maxBytes))).statusCode, 413);
  });
});

/** One row, with a line filled with one letter. */
function filled(letter: string): string {
  const row = '{"email": "ana@school.example", "name": "Ana"}\n';
  const line = letter.repeat(Math.floor((maxBytes - row.length) / Buffer.byteLength(letter)));
  return `${row}${" ".repeat(maxBytes - row.length - Buffer.byteLength(line))}${line}`;
}

const sent = ({ site, bearer }: Operator, payload: string) =>
  site.request("POST", "/api/v1/imports", { bearer, headers: { "content-type": "application/json" }, payload });
