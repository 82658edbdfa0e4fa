import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { schemas, wholeDocument } from "../support/openapi/document.ts";
import { faultsIn } from "../support/openapi/faults.ts";
import type { Schema } from "../support/openapi/schema.ts";

void describe("The schemas of /openapi.json", () => {
  void test("let a thing or null stand where they say so, and nothing else", () => {
    const { price } = schemas["CoursePlan"]!.properties!;
    const faults = (value: unknown) => faultsIn(value, price!, schemas);
    assert.deepEqual(faults(null), []);
    assert.deepEqual(faults({ amount: 1999, currency: "USD" }), []);
    for (const wrong of [{}, { amount: 1999 }, { amount: "19.99", currency: "USD" }, [], "free", false]) {
      assert.notDeepEqual(faults(wrong), [], JSON.stringify(wrong));
    }
  });

  void test("let null pass wherever `nullable` stands, by all that stands beside it", () => {
    const refused = [...schemasIn(wholeDocument)].flatMap(({ at, schema }) =>
      schema.nullable === true && (schema.type === undefined || faultsIn(null, schema, schemas).length > 0) ? [at] : [],
    );
    assert.deepEqual(refused, []);
  });

  void test("bound every number that counts something from below", () => {
    const open = [...schemasIn(wholeDocument)].flatMap(({ at, schema: { type, minimum } }) =>
      type === "integer" && (minimum ?? Number.MIN_SAFE_INTEGER) === Number.MIN_SAFE_INTEGER
        ? [at.split("/").at(-1)]
        : [],
    );
    // What is left of what was earned can be less than nothing.
    assert.deepEqual(new Set(open), new Set(["net"]));
  });
});

/** Every schema of a part of the document, with its address in it. */
function* schemasIn(part: unknown, at = ""): Generator<{ at: string; schema: Schema }> {
  if (typeof part !== "object" || part === null) return;
  if ("nullable" in part || "type" in part) yield { at, schema: part as Schema };
  for (const [name, value] of Object.entries(part)) {
    if (!/^(example|examples|default|enum)$/.test(name)) yield* schemasIn(value, `${at}/${name}`);
  }
}
