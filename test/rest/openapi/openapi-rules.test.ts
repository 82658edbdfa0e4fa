import assert from "node:assert/strict";
import { test } from "node:test";
import { Slug } from "#domain/platform/fields.ts";
import { openApiDocument } from "#rest/openapi/document.ts";

interface Schema {
  $ref?: string;
  type?: string;
  properties?: Record<string, Schema>;
  required?: string[];
}

interface Operation {
  parameters?: { name?: string }[];
  requestBody?: { content: Record<string, { schema: { $ref?: string } }> };
  responses: Record<string, unknown>;
}
const document = (await openApiDocument({ origin: "https://learn.example", name: "Example School" })) as {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, unknown> };
};
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ name: `${method} ${path}`, operation })),
);

void test("Every request body but bytes has a schema with a name, and a form is the only format of its operation", () => {
  for (const { name, operation } of operations) {
    const content = operation.requestBody?.content ?? {};
    for (const [type, { schema }] of Object.entries(content)) {
      if (type !== "application/octet-stream") assert.match(schema.$ref ?? "", /Request$/, name);
    }
    if ("multipart/form-data" in content) assert.deepEqual(Object.keys(content), ["multipart/form-data"], name);
  }
});

void test("Errors without a status of their own are the default response", () => {
  for (const { name, operation } of operations) {
    assert.ok("default" in operation.responses, name);
    assert.deepEqual(
      Object.keys(operation.responses).filter((status) => !/^(\d{3}|default)$/.test(status)),
      [],
      name,
    );
  }
});

void test("No schema has the name of a class that clients use", () => {
  const taken = ["Blob", "Date", "Error", "File", "Map", "Object", "Record", "Request", "Response", "Set", "String"];
  assert.deepEqual(
    taken.filter((name) => name in document.components.schemas),
    [],
  );
});

/** Responses with `data` that are no lists, with the reason. */
const noLists: Readonly<Record<string, string>> = {
  "get /api/v1/analytics/revenue": "a report of one period: at most 500 groups, and omitted counts the others",
};

void test("Every list is read in pages: limit, cursor, has_more and next_cursor", () => {
  const resolve = (schema: Schema): Schema =>
    schema.$ref ? resolve(document.components.schemas[schema.$ref.split("/").at(-1)!] as Schema) : schema;
  const seen: string[] = [];
  for (const { name, operation } of operations) {
    const { content } = (operation.responses["200"] ?? {}) as { content?: Record<string, { schema: Schema }> };
    const schema = content?.["application/json"]?.schema;
    if (!name.startsWith("get ") || !schema) continue;
    const { properties = {} } = resolve(schema);
    if (!properties["data"] || resolve(properties["data"]).type !== "array" || name in noLists) continue;
    seen.push(name);
    const parameters = new Set(operation.parameters?.map((parameter) => parameter.name));
    for (const needed of ["limit", "cursor"]) assert.ok(parameters.has(needed), `${name} has no ${needed}`);
    assert.ok(properties["page"], `${name} has no page`);
    const { required, properties: ends = {} } = resolve(properties["page"]);
    assert.deepEqual(
      ["has_more", "next_cursor"].filter((end) => !(end in ends && required?.includes(end))),
      [],
      name,
    );
  }
  assert.ok(seen.length >= 60, `${seen.length} lists`);
});

const isVariable = (part: string) => part.startsWith("{");

void test("Two paths that match the same address differ in by_external_id, which is no slug", () => {
  const paths = Object.keys(document.paths).map((path) => path.split("/"));
  const pairs = paths.flatMap((path, index) =>
    paths.slice(index + 1).flatMap((other) => {
      const fits = path.every((part, at) => part === other[at] || isVariable(part) || isVariable(other[at] ?? ""));
      const isMoreExact = path.filter(isVariable).length !== other.filter(isVariable).length;
      return path.length === other.length && fits && !isMoreExact ? [[path.join("/"), other.join("/")]] : [];
    }),
  );
  assert.deepEqual(
    pairs.filter((pair) => !pair.some((path) => path.includes("/by_external_id/"))),
    [],
  );
  assert.equal(Slug.safeParse("by_external_id").success, false);
});
