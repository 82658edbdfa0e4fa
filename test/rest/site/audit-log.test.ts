import assert from "node:assert/strict";
import { test } from "node:test";
import { formatId } from "#domain/platform/ids.ts";
import { assertStatus } from "../../support/assert-status.ts";
import { anOperator, type Operator, operatorOf, problemOf } from "../support/operator.ts";

interface Entry {
  object: string;
  action: string;
  actor: { kind: string; member_id: string | null };
  client_id: string | null;
  resource: { type: string; id: string | null } | null;
}

const entriesOf = async (operator: Operator, query = "") => {
  const response = await operator.get(`/audit_log?${query}`);
  assertStatus(response, 200);
  return response.json<{ data: Entry[] }>().data;
};

void test("The audit log reports the actor, action, target and client", async () => {
  const operator = await anOperator("school:read courses:write");
  const course = (await operator.post("/courses", { name: "Knots" })).json<{ id: string }>();
  const [entry, ...more] = await entriesOf(operator, "action=createCourse");
  assert.deepEqual(more, []);
  const member = formatId("member", operator.member.id);
  assert.deepEqual(
    [entry!.object, entry!.actor, entry!.resource],
    ["audit_entry", { kind: "client", member_id: member }, { type: "course", id: course.id }],
  );
  const actions = async (query: string) => (await entriesOf(operator, query)).map(({ action }) => action);
  assert.deepEqual(await actions(`resource_id=${course.id}`), ["createCourse"]);
  assert.deepEqual(await actions("resource_type=course"), ["createCourse"]);
  assert.deepEqual(await actions(`client_id=${entry!.client_id}&actor_id=${member}&action=createCourse`), [
    "createCourse",
  ]);
  assert.deepEqual(await actions("created_at[gt]=2999-01-01T00:00:00Z"), []);
  assert.ok(!(await operator.get("/audit_log")).body.includes(operator.member.email), "Identities are omitted.");
  assert.deepEqual(
    await (async () => await entriesOf(await anOperator("school:read"), `resource_id=${course.id}`))(),
    [],
  );
});

void test("Owners and managers can read it, and the API has no writes", async () => {
  const operator = await anOperator("school:read");
  const manager = await operatorOf(operator.site, "school:read", { roles: ["manager"] });
  assert.equal((await manager.get("/audit_log")).statusCode, 200);
  const other = await operatorOf(operator.site, "courses:read");
  const refused = await other.get("/audit_log");
  assert.deepEqual([refused.statusCode, problemOf(refused).code], [403, "insufficient_scope"]);
  for (const send of [operator.post, operator.patch, operator.put]) {
    assert.ok([404, 405].includes((await send("/audit_log", {})).statusCode));
  }
});
