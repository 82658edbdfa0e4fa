import assert from "node:assert/strict";
import { test } from "node:test";
import { assertStatus } from "../../support/assert-status.ts";
import { type Json, make } from "../support/make.ts";
import { anOperator, type Operator, problemOf } from "../support/operator.ts";

const scopes = "courses:read courses:write curriculum:read curriculum:write students:write members:read members:write";

interface Result {
  status: string;
  id: string | null;
  error?: { code: string; detail: string; errors?: { pointer: string }[] };
}

async function resultsOf(operator: Operator, path: string, operations: Json[], atomic = false): Promise<Result[]> {
  const response = await operator.post(path, { operations, atomic });
  assertStatus(response, 200);
  return response.json<{ results: Result[] }>().results;
}

void test("A row can reference a resource by external id, including one created by an earlier row", async () => {
  const operator = await anOperator(scopes);
  const { id } = await make(operator, "/courses", { name: "Knots", external_id: "k1" });
  const results = await resultsOf(operator, "/courses/bulk", [
    { op: "update", external_id: "k1", data: { name: "Ropes" } },
    { op: "create", data: { name: "Sails", external_id: "s1" } },
    { op: "update", external_id: "s1", data: { position: 3 } },
    { op: "delete", external_id: "s1" },
    { op: "update", external_id: "s1", data: { position: 4 } },
    { op: "update", external_id: "k1", id, data: { position: 4 } },
    { op: "delete" },
  ]);
  assert.deepEqual(
    results.map(({ status, error }) => error?.code ?? status),
    ["updated", "created", "updated", "deleted", "validation_failed", "validation_failed", "validation_failed"],
  );
  assert.equal(results[0]!.id, id);
  assert.equal(results[3]!.id, results[1]!.id);
  assert.match(results[4]!.error!.detail, /external_id s1/);
  assert.equal((await operator.get(`/courses/${id}`)).json<Json>()["name"], "Ropes");

  const section = await make(operator, `/courses/${id}/sections`, { title: "One" });
  const lectures = await resultsOf(operator, "/lectures/bulk", [
    { op: "create", data: { section_id: section.id, title: "Bowline", kind: "text", external_id: "l1" } },
    { op: "update", external_id: "l1", data: { title: "The bowline" } },
  ]);
  assert.deepEqual(
    lectures.map(({ status }) => status),
    ["created", "updated"],
  );
});

void test("An atomic request reports the path of a row that names no resource", async () => {
  const operator = await anOperator(scopes);
  const operations = [{ op: "update", external_id: "none", data: {} }, { op: "delete" }];
  const refused = problemOf(await operator.post("/courses/bulk", { operations, atomic: true }));
  assert.deepEqual(refused.pointers, ["/operations/0/external_id", "/operations/1/id"]);
});

const misspelt: readonly [path: string, good: Json, bad: Json, pointer: string][] = [
  ["/courses/bulk", { op: "create", data: { name: "A" } }, { op: "create", data: { nmae: "B" } }, "/nmae"],
  [
    "/students/bulk",
    { op: "create", data: { email: "a@school.example" } },
    { op: "create", data: { email: "b@school.example", nmae: "B" } },
    "/nmae",
  ],
  [
    "/members/bulk",
    { op: "upsert", data: { email: "a@school.example" } },
    { op: "upsert", data: { email: "b@school.example", marketing_consent: { granted: true, form: "x" } } },
    "/marketing_consent/form",
  ],
];

for (const [path, good, bad, pointer] of misspelt) {
  void test(`A misspelled field in a row of ${path} rejects only that row`, async () => {
    const operator = await anOperator(scopes);
    const [done, refused] = await resultsOf(operator, path, [good, bad]);
    assert.equal(done!.status, "created");
    assert.deepEqual([refused!.status, refused!.error!.code], ["failed", "unknown_field"]);
    assert.deepEqual(
      refused!.error!.errors!.map((error) => error.pointer),
      [pointer],
    );
    const whole = problemOf(await operator.post(path, { operations: [good, bad], atomic: true }));
    assert.deepEqual(whole.pointers, [`/operations/1/data${pointer}`]);
    const atTopLevel = problemOf(await operator.post(path, { operations: [{ ...good, dta: 1 }] }));
    assert.deepEqual([atTopLevel.code, atTopLevel.pointers], ["unknown_field", ["/operations/0/dta"]]);
  });
}

void test("A misspelled field in the filter of an export is rejected with its path", async () => {
  const operator = await anOperator("school:write courses:read courses:write");
  const filter = { courses: { satus: ["draft"] } };
  const refused = problemOf(await operator.post("/exports", { resources: ["courses"], format: "csv", filter }));
  assert.deepEqual([refused.code, refused.pointers], ["unknown_field", ["/filter/courses/satus"]]);
});
