import assert from "node:assert/strict";
import { test } from "node:test";
import { newId } from "#domain/platform/ids.ts";
import { assertStatus } from "../../support/assert-status.ts";
import { beforeCommits } from "../support/at-once.ts";
import { anOperator, type Operator, problemOf } from "../support/operator.ts";

const scopes = "members:read members:write students:write";

const aField = async (operator: Operator, fields: object) => {
  const made = await operator.post("/member_fields", { label: "Shirt", ...fields });
  assertStatus(made, 201);
  return made.json<{ id: string; handle: string }>();
};

const aMember = async (operator: Operator, fields: object = {}) => {
  const made = await operator.post("/members", { email: `m-${newId()}@example.test`, roles: ["student"], ...fields });
  assertStatus(made, 201);
  return made.json<{ id: string; custom_fields: Record<string, unknown> }>();
};

void test("Custom fields accept values of their kind, and only fields of the site", async () => {
  const operator = await anOperator(scopes);
  await aField(operator, { handle: "shirt", kind: "choice", choices: ["S", "M"] });
  await aField(operator, { handle: "age", kind: "number" });
  await aField(operator, { handle: "born", kind: "date" });
  await aField(operator, { handle: "vegan", kind: "bool" });
  await aField(operator, { handle: "employer", kind: "text" });
  const good = { shirt: "M", age: 41, born: "1984-02-29", vegan: false, employer: "Harbour" };
  const { id, custom_fields } = await aMember(operator, { custom_fields: good });
  assert.deepEqual(custom_fields, good);
  const refused: [object, string][] = [
    [{ shirt: "XL" }, "/custom_fields/shirt"],
    [{ age: "41" }, "/custom_fields/age"],
    [{ born: "1983-02-29" }, "/custom_fields/born"],
    [{ vegan: "no" }, "/custom_fields/vegan"],
    [{ employer: 3 }, "/custom_fields/employer"],
    [{ shoe_size: 41 }, "/custom_fields/shoe_size"],
  ];
  for (const [values, pointer] of refused) {
    const response = await operator.patch(`/members/${id}`, { custom_fields: values });
    assert.deepEqual([response.statusCode, problemOf(response).pointers], [422, [pointer]]);
  }
  const changed = await operator.patch(`/members/${id}`, { custom_fields: { age: null, shirt: "S" } });
  const left = { shirt: "S", born: "1984-02-29", vegan: false, employer: "Harbour" };
  assert.deepEqual(changed.json<{ custom_fields: object }>().custom_fields, left);
  assert.deepEqual((await operator.patch(`/students/${id}`, { custom_fields: { age: 42 } })).statusCode, 200);
});

void test("A required value can be replaced, and not removed", async () => {
  const operator = await anOperator(scopes);
  await aField(operator, { handle: "employer", kind: "text", required: true });
  const { id } = await aMember(operator, { custom_fields: { employer: "Harbour" } });
  const taken = await operator.patch(`/members/${id}`, { custom_fields: { employer: null } });
  assert.deepEqual([taken.statusCode, problemOf(taken).pointers], [422, ["/custom_fields/employer"]]);
  assert.equal((await operator.patch(`/members/${id}`, { custom_fields: { employer: "Pier" } })).statusCode, 200);
});

void test("Deleting a field with values requires deleting the values too", async () => {
  const operator = await anOperator(scopes);
  const { id: fieldId } = await aField(operator, { handle: "employer", kind: "text" });
  const { id } = await aMember(operator, { custom_fields: { employer: "Harbour" } });
  const refused = await operator.delete(`/member_fields/${fieldId}`);
  assert.deepEqual([refused.statusCode, problemOf(refused).code], [409, "has_values"]);
  assert.equal((await operator.delete(`/member_fields/${fieldId}?force=true`)).statusCode, 204);
  assert.deepEqual((await operator.get(`/members/${id}`)).json<{ custom_fields: object }>().custom_fields, {});
  // The handle is free again.
  await aField(operator, { handle: "employer", kind: "number" });
  assert.equal((await operator.get("/member_fields")).json<{ data: unknown[] }>().data.length, 1);
});

void test("Fields have an order, a unique handle and a fixed kind, and only selects have choices", async () => {
  const operator = await anOperator(scopes);
  const first = await aField(operator, { handle: "b", kind: "text", position: 1 });
  const second = await aField(operator, { handle: "a", kind: "text", position: 0 });
  const listed = (await operator.get("/member_fields")).json<{ data: { id: string }[] }>().data;
  assert.deepEqual(
    listed.map(({ id }) => id),
    [second.id, first.id],
  );
  const refusals: [object, number, string][] = [
    [{ handle: "a", kind: "text", label: "A" }, 409, "already_exists"],
    [{ handle: "A b", kind: "text", label: "A" }, 422, "validation_failed"],
    [{ handle: "c", kind: "choice", label: "C" }, 422, "validation_failed"],
    [{ handle: "c", kind: "text", label: "C", choices: ["x"] }, 422, "validation_failed"],
  ];
  for (const [fields, status, code] of refusals) {
    const response = await operator.post("/member_fields", fields);
    assert.deepEqual([response.statusCode, problemOf(response).code], [status, code]);
  }
  const changed = await operator.patch(`/member_fields/${first.id}`, { label: "Better", visible_to_member: true });
  assert.equal(changed.json<{ label: string }>().label, "Better");
  assert.equal(problemOf(await operator.patch(`/member_fields/${first.id}`, { kind: "bool" })).code, "read_only");
});

void test("Notes belong to the staff: created, listed newest first, deleted", async () => {
  const operator = await anOperator(scopes);
  const { id } = await aMember(operator);
  const other = await aMember(operator);
  const write = async (body: string) =>
    (await operator.post(`/members/${id}/notes`, { body })).json<{ id: string; author_id: string }>();
  const [first, second] = [await write("Called on Monday."), await write("Wants a refund.")];
  assert.equal(first.author_id, operator.member.sub);
  const listed = async (member: string) =>
    (await operator.get(`/members/${member}/notes`)).json<{ data: { id: string }[] }>().data.map((note) => note.id);
  assert.deepEqual(await listed(id), [second.id, first.id]);
  assert.deepEqual(await listed(other.id), []);
  assert.equal((await operator.delete(`/members/${other.id}/notes/${first.id}`)).statusCode, 404);
  assert.equal((await operator.delete(`/members/${id}/notes/${first.id}`)).statusCode, 204);
  assert.deepEqual(await listed(id), [second.id]);
});

void test("A concurrently deleted field gets no new value", async () => {
  const operator = await anOperator(scopes);
  const member = await aMember(operator);
  const valuesOf = async () =>
    (await operator.get(`/members/${member.id}`)).json<{ custom_fields: object }>().custom_fields;
  const boat = { handle: "boat", kind: "text" };

  const kept = await aField(operator, boat);
  const change = () => operator.patch(`/members/${member.id}`, { custom_fields: { boat: "Lu" } });
  const [changed, refused] = await beforeCommits(operator, change, () => operator.delete(`/member_fields/${kept.id}`));
  assert.deepEqual([changed.statusCode, problemOf(refused).code], [200, "has_values"]);
  assert.equal((await operator.delete(`/member_fields/${kept.id}?force=true`)).statusCode, 204);

  const { id } = await aField(operator, boat);
  const [deleted, late] = await beforeCommits(operator, () => operator.delete(`/member_fields/${id}`), change);
  assert.deepEqual([deleted.statusCode, problemOf(late).pointers], [204, ["/custom_fields/boat"]]);
  assert.deepEqual(await valuesOf(), {});
});
