import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { schemas, wholeDocument } from "../../support/openapi/document.ts";
import { faultsIn } from "../../support/openapi/faults.ts";
import type { Schema } from "../../support/openapi/schema.ts";

void describe("The schemas of /openapi.json", () => {
  void test("allow null and nested objects exactly where they declare it", () => {
    const { price } = schemas["CoursePlan"]!.properties!;
    const faults = (value: unknown) => faultsIn(value, price!, schemas);
    assert.deepEqual(faults(null), []);
    assert.deepEqual(faults({ amount: 1999, currency: "USD" }), []);
    for (const wrong of [{}, { amount: 1999 }, { amount: "19.99", currency: "USD" }, [], "free", false]) {
      assert.notDeepEqual(faults(wrong), [], JSON.stringify(wrong));
    }
  });

  void test("allow null with every `nullable`, together with the keywords next to it", () => {
    const refused = [...schemasIn(wholeDocument)].flatMap(({ at, schema }) =>
      schema.nullable === true && (schema.type === undefined || faultsIn(null, schema, schemas).length > 0) ? [at] : [],
    );
    assert.deepEqual(refused, []);
  });

  void test("have no default, which types of clients take for a value that is always there", () => {
    const withDefault = [...schemasIn(wholeDocument)].flatMap(({ at, schema }) => ("default" in schema ? [at] : []));
    assert.deepEqual(withDefault, []);
    assert.match(schemas["StartImportRequest"]!.properties!["dry_run"]!.description ?? "", /Default: `false`\.$/);
  });

  void test("have a minimum for every count", () => {
    const open = [...schemasIn(wholeDocument)].flatMap(({ at, schema: { type, minimum } }) =>
      type === "integer" && (minimum ?? Number.MIN_SAFE_INTEGER) === Number.MIN_SAFE_INTEGER
        ? [at.split("/").at(-1)]
        : [],
    );
    // Net revenue can be negative.
    assert.deepEqual(new Set(open), new Set(["net"]));
  });
});

/** Every schema in a part of the document, with its path. */
function* schemasIn(part: unknown, at = ""): Generator<{ at: string; schema: Schema }> {
  if (typeof part !== "object" || part === null) return;
  if ("nullable" in part || "type" in part) yield { at, schema: part as Schema };
  for (const [name, value] of Object.entries(part)) {
    if (!/^(example|examples|default|enum)$/.test(name)) yield* schemasIn(value, `${at}/${name}`);
  }
}
