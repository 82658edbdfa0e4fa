import assert from "node:assert/strict";
import { test } from "node:test";
import { anOperator, problemOf } from "../support/operator.ts";

const scopes = "courses:read courses:write";
interface Resource {
  id: string;
  name: string;
}

void test("A created resource is returned with its Location and ETag", async () => {
  const operator = await anOperator(scopes);
  const requested: ((key: string) => Record<string, string>)[] = [() => ({}), (key) => ({ "idempotency-key": key })];
  for (const headers of requested) {
    const made = await operator.post("/courses", { name: "Knots" }, headers("course"));
    const { id } = made.json<Resource>();
    const address = `/api/v1/courses/${id}`;
    assert.equal(made.headers["location"], address);
    const read = await operator.site.request("GET", address, { bearer: operator.bearer });
    assert.equal(read.json<Resource>().id, id);
    const ifMatch = { "if-match": String(made.headers["etag"]) };
    assert.equal((await operator.patch(`/courses/${id}`, { name: "Ropes" }, ifMatch)).statusCode, 200);
    assert.equal((await operator.patch(`/courses/${id}`, { name: "Sails" }, ifMatch)).statusCode, 412);
    const plan = await operator.post(`/courses/${id}/plans`, { name: "Free", plan_type: "free" }, headers("plan"));
    assert.equal(plan.headers["location"], `/api/v1/course_plans/${plan.json<Resource>().id}`);
  }
});

void test("An upsert returns Location only if it created the resource", async () => {
  const operator = await anOperator(scopes);
  const upsert = () => operator.put("/courses/by_external_id/lms-42", { name: "Knots" });
  const made = await upsert();
  assert.deepEqual([made.statusCode, made.headers["location"]], [201, `/api/v1/courses/${made.json<Resource>().id}`]);
  const found = await upsert();
  assert.deepEqual([found.statusCode, found.headers["location"]], [200, undefined]);
});

void test("A replay returns the same fields and address as the first time", async () => {
  const operator = await anOperator(scopes);
  const send = () => operator.post("/courses?fields=name", { name: "Knots" }, { "idempotency-key": "k" });
  const [first, second] = [await send(), await send()];
  assert.deepEqual([first.body, second.body], ['{"name":"Knots"}', '{"name":"Knots"}']);
  assert.match(String(first.headers["location"]), /^\/api\/v1\/courses\/crs_/);
  assert.equal(second.headers["location"], first.headers["location"]);
});

void test("A write with an unknown field selection does nothing", async () => {
  const operator = await anOperator(scopes);
  for (const headers of [{}, { "idempotency-key": "k" }] as Record<string, string>[]) {
    const refused = await operator.post("/courses?fields=nmae", { name: "Knots" }, headers);
    assert.deepEqual([problemOf(refused).status, problemOf(refused).code], [400, "invalid_request"]);
  }
  assert.deepEqual((await operator.get("/courses")).json<{ data: Resource[] }>().data, []);
});

void test("A resource that is returned with what happened to it has its Location too", async () => {
  const operator = await anOperator("students:read students:write");
  const add = () => operator.post("/students", { email: "ada@knots.example", name: "Ada" });
  const made = await add();
  const { student, created } = made.json<{ student: Resource; created: boolean }>();
  assert.equal(created, true);
  assert.deepEqual([made.statusCode, made.headers["location"]], [201, `/api/v1/students/${student.id}`]);
  assert.equal((await operator.get(`/students/${student.id}`)).json<Resource>().id, student.id);
  const found = await add();
  assert.deepEqual([found.statusCode, found.headers["location"]], [200, undefined]);
});
