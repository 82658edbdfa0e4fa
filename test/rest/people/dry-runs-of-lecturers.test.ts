import assert from "node:assert/strict";
import { test } from "node:test";
import { newId } from "#domain/platform/ids.ts";
import { assertOk } from "../../support/assert-status.ts";
import { database } from "../../support/databases/database.ts";
import { anOperator, operatorOf, problemOf } from "../support/operator.ts";

const scopes = "students:read students:write members:read members:write";

const address = () => `${newId()}@example.test`;

void test("Dry runs of a lecturer with addresses are limited and in the audit log; those of an owner are neither", async () => {
  const owner = await anOperator(scopes);
  const { site } = owner;
  const lecturer = await operatorOf(site, "students:read students:write", { roles: ["lecturer"] });
  const lookUp = (operator: typeof owner) => operator.post("/students?dry_run=true", { email: address() });
  assertOk(await lookUp(owner));
  assertOk(await lookUp(lecturer));
  const entries = await database.many<{ memberId: string; details: object }>`
    select member_id, details from audit_entries where site_id = ${site.site.id} and action = 'lookUpMembers'`;
  assert.deepEqual(entries, [{ memberId: lecturer.member.id, details: { operation: "createStudent", addresses: 1 } }]);
  await database.run`update rate_limits set count = 400 where site_id = ${site.site.id} and count = 1`;
  const refused = await lookUp(lecturer);
  assert.equal(refused.statusCode, 429, problemOf(refused).detail);
  assertOk(await lookUp(owner));
});
