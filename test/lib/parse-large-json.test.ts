import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { ForbiddenKeyError, JsonLimitError, parseLargeJson } from "#lib/json/parse-large-json.ts";

const limits = { values: 1000, depth: 10, fields: 20, tokenLength: 1000 };

void test("Large JSON is parsed and rejected as by JSON.parse", async () => {
  await fc.assert(
    fc.asyncProperty(fc.json({ maxDepth: 5 }), fc.integer({ min: 0, max: 3 }), async (text, indent) => {
      // Rejected: see the next test.
      fc.pre(!/__proto__|constructor/.test(text));
      const value: unknown = JSON.parse(text);
      assert.deepEqual(await parseLargeJson(JSON.stringify(value, null, indent), limits), value);
    }),
  );
  const invalid = fc.array(
    fc.constantFrom("{", "}", "[", "]", ",", ":", '"', "\\", "a", "1", "-", ".", "e", "true", " "),
  );
  await fc.assert(
    fc.asyncProperty(invalid, async (pieces) => {
      const text = pieces.join("");
      let expected: unknown;
      try {
        expected = JSON.parse(text);
      } catch {
        return assert.rejects(parseLargeJson(text, limits), (error) => error instanceof SyntaxError || isLimit(error));
      }
      assert.deepEqual(await parseLargeJson(text, limits), expected);
    }),
    { numRuns: 1000 },
  );
});

const isLimit = (error: unknown): boolean => error instanceof JsonLimitError;

void test("JSON beyond a limit, or with a field that reaches a prototype, is rejected", async () => {
  for (const text of [
    "[".repeat(11),
    `[${"0,".repeat(1000)}0]`,
    `"${"a".repeat(1000)}"`,
    `"${'\\"'.repeat(600)}`,
    `{${'"a":0,'.repeat(20)}"b":0}`,
  ]) {
    await assert.rejects(parseLargeJson(text, limits), JsonLimitError, text.slice(0, 20));
  }
  const longNamed = `{"${"a".repeat(65_537)}":0}`;
  await assert.rejects(parseLargeJson(longNamed), /A field name in it has more than 65536 characters/);
  for (const text of ['{"__proto__":1}', '{"\\u005f_proto__":1}', '[{"constructor":{"prototype":{}}}]']) {
    await assert.rejects(parseLargeJson(text, limits), ForbiddenKeyError, text);
  }
  assert.deepEqual(await parseLargeJson('{"constructor":"Bob"}', limits), { constructor: "Bob" });
});

void test("JSON in parts is read as if it were one text", async () => {
  const long = 300_000;
  const tokens = {
    "a long number": `0.${"1".repeat(long)}`,
    "a number with an exponent": `${"1".repeat(long)}e-${"0".repeat(long)}5`,
    "a text of escapes": `"${String.raw`\"\\\u00e9`.repeat(long / 10)}"`,
    "a long text": `"${"é".repeat(2 * long)}"`,
    "many values": `[${'{"a":[true,null,"b"]},'.repeat(long / 10)}false]`,
    "spaces between values": `[${`${" ".repeat(100_000)}0,`.repeat(20)}-1]`,
  };
  for (const [what, token] of Object.entries(tokens)) {
    const text = `\ufeff[${token}, ${token}]`;
    const expected: unknown = JSON.parse(text.slice(1));
    for (const length of [1000, 64 * 1024, 600_001]) {
      const parts = Array.from({ length: Math.ceil(text.length / length) }, (_, part) =>
        text.slice(part * length, (part + 1) * length),
      );
      assert.deepEqual(await parseLargeJson(["", ...parts, "", ""]), expected, `${what} in parts of ${length}`);
      await assert.rejects(parseLargeJson([...parts, "x"]), { position: text.length }, `${what} and x`);
      const missing = await parseLargeJson([text.slice(0, -1)]).catch((error: unknown) => error);
      assert.deepEqual(
        await parseLargeJson(["", text.slice(0, 7), text.slice(7, -1)]).catch((e: unknown) => e),
        missing,
      );
    }
  }
  await assert.rejects(parseLargeJson(['"', "a".repeat(2000)], limits), JsonLimitError);
  await assert.rejects(parseLargeJson(['"', "a".repeat(900)], limits), { position: 0 });
});
