import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { removeReleasedObjects } from "#domain/files/files/jobs/remove-released-objects.ts";
import { mailOfPayload } from "#domain/messages/mail/postbox.ts";
import { personalTables } from "#domain/privacy/tables.ts";
import { assertStatus } from "../support/assert-status.ts";
import { hour, now } from "../support/clock.ts";
import { database } from "../support/databases/database.ts";
import { aPersonEverywhere, type Everywhere } from "../support/worlds/person-everywhere.ts";
import { runJobsOf } from "../support/processes/run-jobs.ts";
import { storage } from "../support/worlds/storage.ts";
import { type Found, searchDatabase, searchStore } from "../support/worlds/whole-database.ts";
import { mailKey, postbox } from "../support/world.ts";
import { type Operator, operatorOf } from "../rest/support/operator.ts";

const erase = (operator: Operator, { member }: Everywhere, name: string) =>
  operator.post(`/members/${member.sub}/erase`, {
    confirm_email: member.email,
    reason: `${name} requested it, from ${member.email}`,
    cancel_subscriptions: true,
  });

void describe("An erased person", () => {
  let person: Everywhere;
  let operator: Operator;
  let found: Found[];

  before(async () => {
    person = await aPersonEverywhere();
    operator = await operatorOf(person.site, "members:read members:write school:read orders:read");
    found = await searchDatabase(person.traces);
    const response = await erase(operator, person, person.name);
    assertStatus(response, 202);
    await runJobsOf(person.site, { mail: postbox });
    const { id } = response.json<{ id: string }>();
    const job = (await operator.get(`/jobs/${id}`)).json<{ status: string; error: unknown }>();
    assert.deepEqual([job.status, job.error], ["succeeded", null]);
  });

  void test("had rows in every table that can hold personal data", () => {
    const tables = new Set(found.map(({ table }) => table));
    const silent = personalTables
      .filter(({ owner, actors, personal }) => [owner?.column, actors, personal].some(Boolean))
      // Rows owned through another row name only that row. Queued emails are encrypted.
      .filter(({ table, owner }) => !owner?.through && table !== "graphile_worker._private_jobs")
      .filter(({ table }) => !tables.has(table));
    assert.deepEqual(
      silent.map(({ table }) => table),
      [],
    );
  });

  void test("appears nowhere in a full database dump, except in the record of the erasure", async () => {
    const remains = (await searchDatabase(person.traces)).map(({ table, row, text }) => {
      const action = row.includes(person.site.site.id) ? /member\.erased|eraseMember/.exec(row)?.[0] : undefined;
      return action === undefined ? `${table} with ${text}: ${row}` : `${table}: ${action}`;
    });
    assert.deepEqual(remains.toSorted(), ["audit_entries: eraseMember", "outbox_events: member.erased"]);
    const [entry] = await database.many<{ details: unknown; resourceId: string }>`
      select details, resource_id from audit_entries
       where site_id = ${person.site.site.id} and action = 'eraseMember'`;
    assert.deepEqual(entry, {
      details: { reason: "[erased] requested it, from [erased]" },
      resourceId: person.member.sub,
    });
    const [event] = await database.many<{ data: unknown }>`
      select data from outbox_events where site_id = ${person.site.site.id} and type = 'member.erased'`;
    assert.deepEqual(event!.data, { id: person.member.sub, object: "member_ref" });
  });

  void test("appears in no file once the bytes of their files have been removed", async () => {
    assert.equal((await searchStore(person.traces)).length, 1);
    const until = new Date(now().getTime() + hour);
    await removeReleasedObjects(database, storage.store, until);
    assert.deepEqual(await searchStore(person.traces), []);
  });

  void test("has no email left in the queue or in the mailbox of a development installation", async () => {
    const kept = await database.many`select id from mailbox_mails where site_id = ${person.site.site.id}`;
    assert.deepEqual(kept, []);
    const { rows } = await database.pool.query<{ payload: unknown }>(`
      select payload from graphile_worker._private_jobs jobs join graphile_worker._private_tasks tasks
          on tasks.id = jobs.task_id where tasks.identifier = 'send_mail'`);
    assert.ok(!rows.some(({ payload }) => recipientOf(payload) === person.member.email));
  });

  void test("leaves orders with their amounts and enrollments with their progress, without an identity", async () => {
    const orders = (await operator.get("/orders?expand=member")).json<{ data: Record<string, unknown>[] }>().data;
    assert.equal(orders.length, 2);
    for (const order of orders) {
      assert.deepEqual(order["total"], { amount: 900, currency: "EUR" });
      assert.equal(order["member"], null);
      assert.notEqual(order["member_id"], person.member.sub);
    }
    const [left] = await database.many<{ status: string; name: null; roles: string[]; deletedAt: Date | null }>`
      select members.status, members.name, members.roles, members.deleted_at from enrollments
        join members on members.site_id = enrollments.site_id and members.id = enrollments.student_id
       where enrollments.site_id = ${person.site.site.id}`;
    assert.deepEqual([left!.status, left!.name, left!.roles, left!.deletedAt !== null], ["removed", null, [], true]);
    const progress = await database.many`select id from lecture_progress where site_id = ${person.site.site.id}`;
    assert.equal(progress.length, 1);
  });

  void test("has no valid token or session left", async () => {
    const { site, tokens, browser, client } = person;
    assert.equal((await site.userinfo(tokens.access_token)).statusCode, 401);
    assert.equal((await site.refresh(client, tokens.refresh_token)).statusCode, 400);
    assert.match((await browser.open("/account")).address, /sign-in/);
    assert.equal((await operator.get(`/members/${person.member.sub}`)).statusCode, 404);
    const listed = (await operator.get("/members?include_deleted=true&status=removed")).body;
    assert.ok(!listed.includes(person.member.sub) && !listed.includes("erased.invalid"), listed);
  });
});

/** Undefined if another process has encrypted it. */
function recipientOf(payload: unknown): string | undefined {
  try {
    return mailOfPayload(mailKey, payload)?.to;
  } catch {
    return undefined;
  }
}
