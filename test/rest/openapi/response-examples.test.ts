import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { routes } from "#operations/routes.ts";
import { resourceExamples } from "#rest/examples/catalog.ts";
import { describedAt, examplesOf, schemas, wholeDocument } from "../../support/openapi/document.ts";
import type { Schema } from "../../support/openapi/schema.ts";
import { faultsIn } from "../../support/openapi/faults.ts";

void describe("Every response example of the description matches its schema", () => {
  for (const route of routes) {
    const { name } = route.operation;
    void test(`${name} has a valid response example`, () => {
      const described = describedAt(route);
      for (const status of [200, 201, 202]) {
        const json = described.answer(status)?.["application/json"];
        if (!json) continue;
        const examples = examplesOf(json);
        assert.ok(examples.length > 0, `${status} has no example.`);
        for (const [summary, value] of examples) {
          const about = `${status} ${summary} ${JSON.stringify(value)}`;
          assert.deepEqual(faultsIn(value, json.schema, schemas), [], about);
          assert.deepEqual(missingIn(value), [], about);
        }
      }
    });
  }
});

void test("Every example field is a field of its schema", () => {
  const fields = new Map<string, Set<string>>();
  const note = (name: string, properties: object) => {
    fields.set(name, new Set([...(fields.get(name) ?? []), ...Object.keys(properties)]));
  };
  for (const [name, { properties }] of Object.entries(schemas)) if (properties) note(name, properties);
  for (const properties of propertiesIn(wholeDocument)) {
    const [name] = properties["object"]?.enum ?? [];
    if (typeof name === "string") note(name, properties);
  }
  const strange = Object.entries(resourceExamples).flatMap(([name, descriptions]) =>
    Object.keys(descriptions).flatMap((field) => (fields.get(name)?.has(field) ? [] : [`${name}.${field}`])),
  );
  assert.deepEqual(strange, []);
});

function* propertiesIn(part: unknown): Generator<Record<string, Schema>> {
  if (typeof part !== "object" || part === null) return;
  if ("properties" in part) yield part.properties as Record<string, Schema>;
  for (const value of Object.values(part)) yield* propertiesIn(value);
}

/** Values that an example lacks: texts described only by the schema, and ranges whose ends are equal. */
function missingIn(value: unknown, at = ""): string[] {
  if (value === "example") return [at];
  if (typeof value !== "object" || value === null) return [];
  const { starts_at: start, ends_at: end, from, to } = value as Record<string, unknown>;
  const isEmpty = [
    [start, end],
    [from, to],
  ].some(
    ([first, last]) => typeof first === "string" && typeof last === "string" && first >= last && /^\d/.test(first),
  );
  return [
    ...(isEmpty ? [`${at} ends before it begins`] : []),
    ...Object.entries(value).flatMap(([name, part]) => missingIn(part, `${at}/${name}`)),
  ];
}
