import assert from "node:assert/strict";
import { test } from "node:test";
import { settleDirectoryRoles } from "#domain/people/provisioning/members/settle-directory.ts";
import { parseId } from "#domain/platform/ids.ts";
import { anOperator } from "../rest/support/operator.ts";
import { assertStatus } from "../support/assert-status.ts";
import { now } from "../support/clock.ts";
import { database } from "../support/databases/database.ts";
import { queuedJobs } from "../support/processes/queued-jobs.ts";
import { aDirectory } from "../support/worlds/directory.ts";
import { password } from "../support/world.ts";

void test("A lecturer who adds a person to a group of a directory makes no manager of them when the group gets the role", async () => {
  const { site, post } = await anOperator("students:read students:write");
  const directory = await aDirectory(site, { emailDomains: ["school.example"] });
  const { body: employee } = await directory.create({ userName: "employee@school.example" });
  const members = [{ value: employee.id }];
  const { body: group } = await directory.send("POST", "/Groups", { displayName: "Office", members });
  const accomplice = await site.member();
  assertStatus(await post(`/groups/${group.id}/students`, { student_ids: [accomplice.sub] }), 200);

  const browser = await site.signedIn(await site.member({ roles: ["owner"] }));
  const address = `/admin/settings/provisioning/${directory.id}`;
  const mapped = { "group.manager": "office", current: password };
  assert.match((await browser.submit(await browser.open(address), mapped, address)).body, /have been saved/);
  for (const job of await queuedJobs("settle_directory_roles", site)) await settleDirectoryRoles(database, job, now());

  const rolesOf = async (id: string) =>
    (
      await database.many<{ roles: string[] }>`
      select roles from members where site_id = ${site.id} and id = ${parseId("member", id)}`
    )[0]!.roles;
  assert.deepEqual(await rolesOf(employee.id), ["manager", "student"]);
  assert.deepEqual(await rolesOf(accomplice.sub), ["student"]);
});
