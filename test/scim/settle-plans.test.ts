import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { newProvisioningKey } from "#domain/people/provisioning/keys/provisioning-key.ts";
import { insertKey } from "#domain/people/provisioning/keys/queries.ts";
import { settleDirectoryRoles } from "#domain/people/provisioning/members/settle-directory.ts";
import { newId } from "#domain/platform/ids.ts";
import { findSite } from "#domain/platform/site/queries.ts";
import { createSite } from "#domain/site/sites/create-site.ts";
import { mustExist } from "#domain/platform/must-exist.ts";
import { nodesOf, readBy } from "../support/meters/query-plans.ts";
import { openPlanRecorder, type PlanRecorder } from "../support/meters/recorded-plans.ts";
import { anInstallation, type TestInstallation } from "../support/worlds/installation.ts";

const [members, inGroup] = [20_000, 150];

void describe("The job that settles roles looks up the members of the group, not those of the school", () => {
  let installation: TestInstallation;
  let recorder: PlanRecorder;
  let payload: { siteId: string; keyId: string };

  before(async () => {
    installation = await anInstallation();
    const { database, connection } = installation;
    const content = { origin: "https://crew.example.test", name: "Crew", description: "", settings: {} };
    const { id: siteId } = await createSite(database, content, new Date());
    const keyId = newId();
    payload = { siteId, keyId };
    const site = await mustExist(findSite(database, siteId));
    const rights = { name: "Directory", emailDomains: [], givableRoles: [], groupRoles: { lecturer: "Teachers" } };
    const key = { id: keyId, memberId: newId(), key: newProvisioningKey(), ...rights };
    await insertKey({ db: database, site }, key, new Date());
    const ids = Array.from({ length: members }, () => newId());
    await database.run`
      insert into members (site_id, id, email, email_key, roles, status, joined_at, created_at, updated_at)
      select ${siteId}, id, id || '@crew.example', id || '@crew.example', '{student}', 'invited', now(), now(), now()
        from unnest(${ids}::uuid[]) as id`;
    await database.run`
      insert into provisioned_members (site_id, key_id, member_id, created_at)
      select ${siteId}, ${keyId}, id, now() from unnest(${ids}::uuid[]) as id`;
    for (const [name, some] of [
      ["Teachers", ids.slice(0, inGroup)],
      ["All", ids],
    ] as const) {
      const id = newId();
      await database.run`
        insert into groups (site_id, id, name, created_at, updated_at) values (${siteId}, ${id}, ${name}, now(), now())`;
      await database.run`
        insert into provisioned_groups (site_id, key_id, group_id, created_at)
        values (${siteId}, ${keyId}, ${id}, now())`;
      await database.run`
        insert into group_members (site_id, group_id, member_id, created_at)
        select ${siteId}, ${id}, member_id, now() from unnest(${some}::uuid[]) as member_id`;
    }
    recorder = openPlanRecorder(database, connection, { inTransactions: true });
  });
  after(async () => {
    await recorder.close();
    await installation.close();
  });

  for (const state of ["without statistics", "analyzed"]) {
    void test(state, { timeout: 120_000 }, async () => {
      const { database } = installation;
      if (state === "analyzed") await database.pool.query("analyze");
      await database.run`update members set roles = '{student}' where site_id = ${payload.siteId}`;
      await database.run`update provisioned_members set added_roles = '{}' where site_id = ${payload.siteId}`;
      recorder.take();
      await settleDirectoryRoles(recorder.database, payload, new Date());
      const large = /^(members|group_members)$/;
      const reads = recorder
        .take()
        .flatMap(({ text, plan }) =>
          nodesOf(plan).flatMap((node) =>
            large.test(node["Relation Name"] ?? "") ? [{ read: readBy(node), text: text.slice(0, 300) }] : [],
          ),
        );
      assert.ok(reads.length > 10);
      assert.deepEqual(
        reads.filter(({ read }) => read > 1000),
        [],
      );
      const { count } = await database.one<{ count: number }>`
        select count(*)::integer as count from members
         where site_id = ${payload.siteId} and roles = '{lecturer,student}'`;
      assert.equal(count, inGroup);
    });
  }
});
