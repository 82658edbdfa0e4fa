import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { unzipSync } from "fflate";
import { aDeviceOfBrowser, aSiteWithDevices } from "../../support/doubles/push-service.ts";
import { assertStatus } from "../../support/assert-status.ts";
import { hour, later, minute, now } from "../../support/clock.ts";
import { database } from "../../support/databases/database.ts";
import { recordEvent } from "#domain/platform/outbox/record-event.ts";
import { aPersonEverywhere } from "../../support/worlds/person-everywhere.ts";
import { auditActions, outboxOf } from "../../support/worlds/records.ts";
import { runJobsOf } from "../../support/processes/run-jobs.ts";
import { until } from "../../support/until.ts";
import { type AMember, aSite } from "../../support/world.ts";
import { anOperator, type Operator, operatorOf, problemOf } from "../support/operator.ts";

const scopes = "members:read members:write";

interface AJob {
  id: string;
  kind: string;
  status: string;
  result: { url: string; filename: string; content_type: string; byte_size: number; expires_at: string } | null;
}

const read = async (operator: Operator, id: string) => (await operator.get(`/jobs/${id}`)).json<AJob>();

async function exported(operator: Operator, { sub }: AMember): Promise<AJob> {
  const response = await operator.post(`/members/${sub}/export_data`);
  assertStatus(response, 202);
  const { id } = response.json<AJob>();
  assert.equal(response.headers.location, `/api/v1/jobs/${id}`);
  await runJobsOf(operator.site);
  return read(operator, id);
}

async function filesAt(operator: Operator, url: string): Promise<Record<string, unknown>> {
  const { pathname, search } = new URL(url);
  const response = await operator.site.get(`${pathname}${search}`);
  assertStatus(response, 200);
  const files = Object.entries(unzipSync(response.rawPayload));
  return Object.fromEntries(files.map(([name, bytes]) => [name, JSON.parse(Buffer.from(bytes).toString())]));
}

const erasing = ({ email }: AMember, more = {}) => ({ confirm_email: email, reason: "Asked for by mail", ...more });

void describe("An export of a person's data", () => {
  void test("is a job whose result contains all of the person's data, by kind, in readable form", async () => {
    const person = await aPersonEverywhere();
    const operator = await operatorOf(person.site, scopes);
    const { kind, status, result } = await exported(operator, person.member);
    assert.deepEqual([kind, status], ["member_export", "succeeded"]);
    assert.match(result!.filename, /^personal-data-\d{4}-\d\d-\d\d\.zip$/);
    assert.equal(result!.content_type, "application/zip");

    const files = await filesAt(operator, result!.url);
    const about = files["about.json"] as { member: string; files: Record<string, string> };
    assert.equal(about.member, person.member.sub);
    assert.deepEqual(Object.keys(about.files).toSorted(), Object.keys(files).toSorted().slice(1));
    const empty = Object.entries(files).filter(([, content]) => Array.isArray(content) && content.length === 0);
    assert.deepEqual(
      empty.map(([name]) => name),
      [],
    );
    const [profile] = files["profile.json"] as Record<string, unknown>[];
    assert.deepEqual(
      [profile!["id"], profile!["name"], profile!["email"], profile!["phone"]],
      [person.member.sub, person.name, person.member.email, person.phone],
    );
    const [enrollment] = files["enrollments.json"] as Record<string, unknown>[];
    assert.match(String(enrollment!["course_id"]), /^crs_/);
    assert.equal(typeof enrollment!["course"], "string");
  });

  void test("says which browsers receive notifications, without their addresses and keys", async () => {
    const site = await aSiteWithDevices();
    const operator = await operatorOf(site, scopes);
    const member = await site.member();
    const [phone] = [await site.signedIn(member), await site.signedIn(member)];
    const csrf = /data-csrf="([^"]+)"/.exec((await phone.open("/account/notifications/settings")).body)![1]!;
    const { subscription } = aDeviceOfBrowser();
    const added = await phone.request("POST", "/account/notifications/device", { csrf, act: "on", ...subscription });
    assertStatus(added, 200);
    const files = await filesAt(operator, (await exported(operator, member)).result!.url);
    const sessions = files["sessions.json"] as Record<string, unknown>[];
    assert.deepEqual(new Set(sessions.map((session) => session["receives_notifications"])), new Set([false, true]));
    for (const session of sessions) assert.equal(typeof session["user_agent"], "string");
    assert.ok(!JSON.stringify(files).includes(subscription.endpoint));
    assert.ok(!sessions.some((session) => "push" in session));
  });

  void test("contains no password, digest or data of other people", async () => {
    const site = await aSite();
    const operator = await operatorOf(site, scopes);
    const [ana, bo] = [await site.member({ name: "Ana Lima" }), await site.member({ name: "Bo Unlikely" })];
    await site.signedIn(ana);
    const { result } = await exported(operator, ana);
    const text = JSON.stringify(await filesAt(operator, result!.url));
    assert.doesNotMatch(text, /argon2|digest|password_hash|search_terms/);
    assert.ok(text.includes(ana.email) && !text.includes(bo.email) && !text.includes("Bo Unlikely"));
  });

  void test("is downloaded at a temporary address, visible only to callers who may export", async () => {
    const site = await aSite();
    const operator = await operatorOf(site, `${scopes} school:read`);
    const member = await site.member();
    const job = await exported(operator, member);
    const { pathname, search } = new URL(job.result!.url);
    assert.equal((await site.get(pathname)).statusCode, 404);
    assert.equal((await site.get(`${pathname}${search}x`)).statusCode, 404);
    await later(11 * minute, async () => {
      assert.equal((await site.get(`${pathname}${search}`)).statusCode, 404);
      const next = new URL((await read(operator, job.id)).result!.url);
      assert.equal((await site.get(`${next.pathname}${next.search}`)).statusCode, 200);
    });
    const reader = await operatorOf(site, "school:read");
    assert.equal((await read(reader, job.id)).result, null);
    await database.run`
      update jobs set result_expires_at = ${now()} where site_id = ${site.site.id} and result_object_id is not null`;
    assert.equal((await read(operator, job.id)).result, null);
  });

  void test("An export of a higher-ranking member or an unknown one is rejected", async () => {
    const site = await aSite();
    const owner = await site.member({ roles: ["owner"] });
    const manager = await operatorOf(site, scopes, { roles: ["manager"] });
    assert.equal(problemOf(await manager.post(`/members/${owner.sub}/export_data`)).code, "role_escalation");
    const elsewhere = await anOperator(scopes);
    assert.equal(problemOf(await elsewhere.post(`/members/${owner.sub}/export_data`)).status, 404);
  });
});

void describe("An erasure", () => {
  void test("requires the address as a confirmation, and a reason", async () => {
    const operator = await anOperator(scopes);
    const member = await operator.site.member();
    const path = `/members/${member.sub}/erase`;
    const wrong = problemOf(await operator.post(path, { confirm_email: "bo@example.test", reason: "x" }));
    assert.deepEqual([wrong.status, wrong.code, wrong.pointers], [422, "validation_failed", ["/confirm_email"]]);
    const silent = problemOf(await operator.post(path, { confirm_email: member.email }));
    assert.deepEqual(silent.pointers, ["/reason"]);
    assert.equal((await operator.get(`/members/${member.sub}`)).json<{ status: string }>().status, "active");
    const shouted = await operator.post(path, erasing({ ...member, email: ` ${member.email.toUpperCase()}` }));
    assertStatus(shouted, 202);
  });

  void test("takes effect immediately: the person's access ends, and a second request is rejected", async () => {
    const operator = await anOperator(scopes);
    const { site } = operator;
    const member = await site.member();
    const browser = await site.signedIn(member);
    const started = await operator.post(`/members/${member.sub}/erase`, erasing(member));
    const job = started.json<AJob>();
    assert.deepEqual([started.statusCode, job.kind, job.result], [202, "member_erasure", null]);
    assert.match((await browser.open("/account")).address, /sign-in/);
    const again = problemOf(await operator.post(`/members/${member.sub}/erase`, erasing(member)));
    assert.deepEqual([again.status, again.code], [409, "conflict"]);
    assert.ok(again.detail.includes(job.id));
    const writer = await operatorOf(site, "school:write school:read");
    assert.equal(problemOf(await writer.post(`/jobs/${job.id}/cancel`)).code, "invalid_state");
    await runJobsOf(site);
    assert.equal((await read(operator, job.id)).status, "succeeded");
    assert.equal((await operator.get(`/members/${member.sub}`)).statusCode, 404);
    assert.ok((await auditActions(site)).includes("eraseMember"));
    const back = await site.member({ email: member.email });
    assert.notEqual(back.id, member.id);
  });

  void test("also erases the events of changes that were committed while it ran", async () => {
    const operator = await anOperator(`${scopes} school:read`);
    const { site } = operator;
    const member = await site.member({ name: "Ada of the Harbor" });
    assertStatus(await operator.post(`/members/${member.sub}/erase`, erasing(member)), 202);
    const late = {
      type: "student.updated",
      objectId: member.sub,
      data: { object: "student", id: member.sub },
    } as const;
    const erasure = await database.transaction(async (db) => {
      await db.run`select id from members where site_id = ${site.site.id} and id = ${member.id} for key share`;
      const { pid } = await db.one<{ pid: number }>`select pg_backend_pid() as pid`;
      const running = runJobsOf(site);
      const isBlocked = () => database.write.first`
        select pid from pg_stat_activity
         where ${pid} = any(pg_blocking_pids(pid)) and query like 'delete from members %'`;
      await until(isBlocked, "the deletion of the member");
      await recordEvent({ ...site.context(), db }, late);
      return { running };
    });
    await erasure.running;
    const events = await outboxOf(site);
    const stored = events.find(({ type }) => type === late.type)!;
    assert.deepEqual(Object.keys(stored.data).toSorted(), ["id", "object"]);
    const named = events.filter(
      ({ type, data }) => type !== "member.erased" && JSON.stringify(data).includes(member.sub),
    );
    assert.deepEqual(named, []);
  });

  void test("An erasure of the last owner, or of a higher-ranking member, is rejected", async () => {
    const operator = await anOperator(scopes);
    const { site, member } = operator;
    assert.equal(problemOf(await operator.post(`/members/${member.sub}/erase`, erasing(member))).code, "last_owner");
    const manager = await operatorOf(site, scopes, { roles: ["manager"] });
    const refused = problemOf(await manager.post(`/members/${member.sub}/erase`, erasing(member)));
    assert.deepEqual([refused.status, refused.code], [403, "role_escalation"]);
  });

  void test("Owners can erase themselves while another owner remains", async () => {
    const operator = await anOperator(`${scopes} school:read`);
    const other = await operatorOf(operator.site, `${scopes} school:read`);
    const { id } = (
      await operator.post(`/members/${operator.member.sub}/erase`, erasing(operator.member))
    ).json<AJob>();
    assert.equal((await operator.get("/members")).statusCode, 401);
    await runJobsOf(operator.site);
    assert.equal((await read(other, id)).status, "succeeded");
    assert.equal((await other.get(`/members/${operator.member.sub}`)).statusCode, 404);
  });

  void test("cancels nothing silently: subscriptions, registrations and bookings prevent it", async () => {
    const person = await aPersonEverywhere();
    const siteId = person.site.site.id;
    const operator = await operatorOf(person.site, scopes);
    const path = `/members/${person.member.sub}/erase`;
    const requestErasure = async (more = {}) => problemOf(await operator.post(path, erasing(person.member, more)));
    assert.deepEqual((await requestErasure()).code, "active_subscriptions");
    const soon = new Date(now().getTime() + hour);
    await database.run`update events set ends_at = ${soon} where site_id = ${siteId}`;
    await database.run`
      update event_registrations set status = 'registered' where site_id = ${siteId} and member_id = ${person.member.id}`;
    const expected = await requestErasure({ cancel_subscriptions: true });
    assert.deepEqual([expected.status, expected.code], [409, "has_dependents"]);
    assert.match(expected.detail, /Cancel reg_/);
    await database.run`update event_registrations set status = 'canceled' where site_id = ${siteId}`;
    await database.run`
      update consulting_bookings set status = 'confirmed', ends_at = ${soon} where site_id = ${siteId}`;
    assert.match((await requestErasure({ cancel_subscriptions: true })).detail, /Cancel bkg_/);
  });

  void test("supports a dry run without effects", async () => {
    const operator = await anOperator(scopes);
    const member = await operator.site.member();
    const tried = await operator.post(`/members/${member.sub}/erase?dry_run=true`, erasing(member));
    assertStatus(tried, 200);
    await runJobsOf(operator.site);
    assert.equal((await operator.get(`/members/${member.sub}`)).statusCode, 200);
  });

  void test("keeps the account for the person's other sites, and deletes it with the last one", async () => {
    const [here, there] = [await anOperator(scopes), await anOperator(scopes)];
    const member = await here.site.member();
    await there.site.member({ email: member.email });

    const accounts = () => database.many`select id from accounts where id = ${member.accountId}`;
    await here.post(`/members/${member.sub}/erase`, erasing(member));
    await runJobsOf(here.site);
    assert.equal((await accounts()).length, 1);
    const found = (await there.get(`/members?email=${encodeURIComponent(member.email)}`)).json<{
      data: { id: string }[];
    }>();
    assert.equal(found.data.length, 1);
    const [{ id }] = found.data as [{ id: string }];
    await there.post(`/members/${id}/erase`, erasing(member));
    await runJobsOf(there.site);
    assert.deepEqual(await accounts(), []);
  });
});

void test("Retention times can be set within limits, and have defaults", async () => {
  const operator = await anOperator("school:read school:write");
  const privacy = async () =>
    (await operator.get("/school/settings")).json<{ privacy: Record<string, unknown> }>().privacy;
  const { audit_retention_days, form_submission_retention_days, webhook_event_retention_days } = await privacy();
  assert.deepEqual(
    [audit_retention_days, form_submission_retention_days, webhook_event_retention_days],
    [730, null, 30],
  );
  const change = (settings: object) => operator.patch("/school/settings/privacy", { settings });
  assert.equal((await change({ audit_retention_days: 90, form_submission_retention_days: 365 })).statusCode, 200);
  assert.equal((await privacy())["audit_retention_days"], 90);
  for (const settings of [{ audit_retention_days: 1 }, { webhook_event_retention_days: 400 }]) {
    assert.equal(problemOf(await change(settings)).code, "validation_failed");
  }
});
