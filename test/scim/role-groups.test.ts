import assert from "node:assert/strict";
import { test } from "node:test";
import { settleDirectoryRoles } from "#domain/people/provisioning/members/settle-directory.ts";
import { lockKey, readRights } from "#domain/people/provisioning/keys/queries.ts";
import { parseId } from "#domain/platform/ids.ts";
import { now } from "../support/clock.ts";
import { database } from "../support/databases/database.ts";
import { isPending } from "../support/meters/is-pending.ts";
import { queuedJobs } from "../support/processes/queued-jobs.ts";
import { until } from "../support/until.ts";
import { aDirectory } from "../support/worlds/directory.ts";
import { auditOf, outboxOf } from "../support/worlds/records.ts";
import { type ASite, aSite, password } from "../support/world.ts";

type Directory = Awaited<ReturnType<typeof aDirectory>>;

const valueOf = (ids: readonly string[]) => ids.map((value) => ({ value }));

async function users(directory: Directory, count: number): Promise<string[]> {
  const Operations = Array.from({ length: count }, (_, index) => ({
    method: "POST",
    path: "/Users",
    bulkId: `${index}`,
    data: { userName: `user-${index}@school.example` },
  }));
  const { body } = await directory.send("POST", "/Bulk", { Operations });
  return body.Operations.map(({ location }: { location: string }) => location.split("/").at(-1));
}

async function aGroup(directory: Directory, displayName: string, ids: readonly string[]): Promise<string> {
  const { status, body } = await directory.send("POST", "/Groups", { displayName, members: valueOf(ids) });
  assert.equal(status, 201, JSON.stringify(body));
  return `/Groups/${body.id}`;
}

/** Numbers of members by their roles. */
async function rolesIn({ site }: ASite): Promise<Record<string, number>> {
  const found = await database.many<{ roles: string[]; count: number }>`
    select roles, count(*)::integer as count from members
     where site_id = ${site.id} and email_key like 'user-%' group by roles`;
  return Object.fromEntries(found.map(({ roles, count }) => [roles.join(" "), count]));
}

/** Runs the waiting job as the queue does. */
async function runJob(site: ASite): Promise<void> {
  const payloads = await queuedJobs("settle_directory_roles", site);
  assert.equal(payloads.length, 1);
  await settleDirectoryRoles(database, payloads[0], now());
}

void test("A group that an owner maps later gives the role to its members, and takes it when the mapping ends", async () => {
  const site = await aSite();
  const directory = await aDirectory(site);
  const ids = await users(directory, 4);
  await aGroup(directory, "Office", ids.slice(0, 3));
  await aGroup(directory, "Others", ids.slice(3));
  const browser = await site.signedIn(await site.member({ roles: ["owner"] }));
  const address = `/admin/settings/provisioning/${directory.id}`;
  const save = async (changes: Record<string, string>) => {
    const saved = await browser.submit(await browser.open(address), { ...changes, current: password }, address);
    assert.match(saved.body, /Your changes have been saved/);
    await runJob(site);
  };
  await save({ "group.manager": "office" });
  assert.deepEqual(await rolesIn(site), { "manager student": 3, student: 1 });
  const changed = (await auditOf(site)).filter(({ action }) => action === "changeProvisionedMember");
  assert.deepEqual(changed.map(({ resourceId }) => String(resourceId)).toSorted(), ids.slice(0, 3).toSorted());
  assert.deepEqual([...new Set(changed.map(({ details }) => String(details["roles"])))], ["manager,student"]);
  await save({ "group.manager": "", "group.lecturer": "Office" });
  assert.deepEqual(await rolesIn(site), { "lecturer student": 3, student: 1 });
  await save({ "group.lecturer": "" });
  assert.deepEqual(await rolesIn(site), { student: 4 });
  const events = (await outboxOf(site)).filter(({ type }) => type === "member.roles_changed");
  assert.equal(events.length, 9);
});

void test("A large group gives and takes its role by a job, whatever changes", async () => {
  const site = await aSite();
  const directory = await aDirectory(site, { groupRoles: { lecturer: "Teachers" } });
  const ids = await users(directory, 250);
  const group = await aGroup(directory, "Teachers", ids);
  assert.deepEqual(await rolesIn(site), { student: 250 });
  await runJob(site);
  assert.deepEqual(await rolesIn(site), { "lecturer student": 250 });

  // A few members of a large group have their role with the response.
  await directory.patch(group, { op: "remove", path: `members[value eq "${ids[0]}"]` });
  assert.deepEqual(await rolesIn(site), { "lecturer student": 249, student: 1 });
  const rename = (name: string) => directory.patch(group, { op: "replace", path: "displayName", value: name });
  await rename("Friends");
  await runJob(site);
  assert.deepEqual(await rolesIn(site), { student: 250 });
  await rename("TEACHERS");
  await runJob(site);
  assert.deepEqual(await rolesIn(site), { "lecturer student": 249, student: 1 });
  await directory.send("PUT", group, { displayName: "Teachers", members: valueOf(ids.slice(0, 100)) });
  await runJob(site);
  assert.deepEqual(await rolesIn(site), { "lecturer student": 100, student: 150 });
  await directory.send("DELETE", group);
  await runJob(site);
  assert.deepEqual(await rolesIn(site), { student: 250 });
  // A repetition finds nothing to do.
  const before = (await outboxOf(site)).length;
  await runJob(site);
  assert.equal((await outboxOf(site)).length, before);
});

void test("The job commits in batches, and a process that dies leaves the rest to the next one", async () => {
  const site = await aSite();
  const directory = await aDirectory(site, { groupRoles: { lecturer: "Teachers" } });
  const ids = (await users(directory, 250)).toSorted();
  await aGroup(directory, "Teachers", ids);
  const last = parseId("member", ids.at(-1)!);
  const released = Promise.withResolvers<void>();
  const locked = Promise.withResolvers<void>();
  const holding = database.transaction(async (db) => {
    await db.run`select id from members where site_id = ${site.site.id} and id = ${last} for update`;
    locked.resolve();
    await released.promise;
  });
  await locked.promise;
  const running = runJob(site);
  await until(async () => (await rolesIn(site))["lecturer student"] === 200, "two batches");
  assert.ok(await isPending(running));
  released.resolve();
  await Promise.all([holding, running]);
  assert.deepEqual(await rolesIn(site), { "lecturer student": 250 });
});

void test("Members keep roles that the school gave, and the job of a revoked key changes nothing", async () => {
  const site = await aSite();
  const directory = await aDirectory(site, { groupRoles: { lecturer: "Teachers" } });
  const ids = await users(directory, 101);
  const own = parseId("member", ids[0]!);
  await database.run`update members set roles = '{lecturer,student}' where site_id = ${site.site.id} and id = ${own}`;
  const group = await aGroup(directory, "Teachers", ids);
  await runJob(site);
  await directory.send("DELETE", group);
  const [payload] = await queuedJobs("settle_directory_roles", site);
  await database.run`update provisioning_keys set revoked_at = now() where site_id = ${site.site.id}`;
  await settleDirectoryRoles(database, payload, now());
  assert.deepEqual(await rolesIn(site), { "lecturer student": 101 });
  await database.run`update provisioning_keys set revoked_at = null where site_id = ${site.site.id}`;
  await settleDirectoryRoles(database, payload, now());
  assert.deepEqual(await rolesIn(site), { "lecturer student": 1, student: 100 });
});

void test("A change of a key waits for requests that use its rights, and the use of a key does not", async () => {
  const site = await aSite();
  const directory = await aDirectory(site);
  const id = parseId("provisioningKey", directory.id)!;
  const released = Promise.withResolvers<void>();
  const read = Promise.withResolvers<void>();
  const request = database.transaction(async (db) => {
    await readRights({ db, site: site.site }, id);
    read.resolve();
    await released.promise;
  });
  await read.promise;
  const change = database.transaction((db) => lockKey({ db, site: site.site }, id));
  assert.equal((await directory.get("/Users")).status, 200);
  assert.ok(await isPending(change));
  released.resolve();
  await Promise.all([request, change]);
});
