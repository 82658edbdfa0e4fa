import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { rows } from "#database/statements/sql.ts";
import { insertCourse } from "#domain/catalog/courses/queries.ts";
import { dueEndpoints } from "#domain/webhooks/deliveries/due-endpoints.ts";
import { insertEndpoint } from "#domain/webhooks/endpoints/queries.ts";
import { warnOfAllExpiry } from "#domain/messages/notifications/jobs/warn-of-all-expiry.ts";
import { endEnrollments } from "#domain/learning/enrollments/jobs/end-enrollments.ts";
import { insertEnrollment } from "#domain/learning/enrollments/queries.ts";
import { addMemberTo } from "#domain/people/members/add-member.ts";
import { newId } from "#domain/platform/ids.ts";
import { startJobRunner } from "#domain/background/runner.ts";
import { expireOrders } from "#domain/sales/checkout/jobs/expire-orders.ts";
import { notifyOfAllOpenings } from "#domain/catalog/curriculum/jobs/notify-of-openings.ts";
import { notifyOfSoonEvents } from "#domain/events/events/jobs/notify-of-soon-events.ts";
import { processDueAgreements } from "#domain/sales/billing/jobs/process-due-agreements.ts";
import { processAllDueSubscriptions } from "#domain/memberships/subscriptions/jobs/process-due-subscriptions.ts";
import { publishDuePosts } from "#domain/content/posts/jobs/publish-due-posts.ts";
import { purge } from "#domain/background/schedules/purge.ts";
import { reconcileAllPayments } from "#domain/sales/payments/jobs/reconcile-payments.ts";
import { remindOfEvents } from "#domain/events/events/jobs/remind-of-events.ts";
import { remindLearners } from "#domain/learning/reminders/jobs/remind-learners.ts";
import { rollUp } from "#domain/analytics/jobs/roll-up.ts";
import { createSite } from "#domain/site/sites/create-site.ts";
import type { Site } from "#domain/platform/site/site.ts";
import { day, minute } from "../support/clock.ts";
import { countStatements } from "../support/meters/count-statements.ts";
import { anInstallation, type TestInstallation } from "../support/worlds/installation.ts";

const now = new Date("2027-03-01T12:00:00.000Z");
const inDays = (days: number) => new Date(now.getTime() + days * day);

void describe("Scheduled work of many sites", () => {
  let installation: TestInstallation;
  let database: TestInstallation["database"];
  const log = { info() {}, warn() {}, error() {} };

  before(async () => {
    installation = await anInstallation();
    ({ database } = installation);
    const { connection } = installation;
    // Creates the queue.
    await (await startJobRunner({ db: database, connection, clock: () => now, log })).stop();
  });
  after(() => installation.close());

  const jobs: Record<string, () => Promise<unknown>> = {
    endEnrollments: () => endEnrollments(database, now),
    warnOfAllExpiry: () =>
      warnOfAllExpiry({ db: database, caller: { kind: "system" }, now, requestId: null, address: null }),
    purge: () => purge(database, now),
    reconcileAllPayments: () => reconcileAllPayments(database, { now }, log),
    remindOfEvents: () => remindOfEvents(database, now),
    notifyOfSoonEvents: () => notifyOfSoonEvents(database, now),
    notifyOfAllOpenings: () => notifyOfAllOpenings(database, now),
    dueEndpoints: () => dueEndpoints(database, now),
    publishDuePosts: () => publishDuePosts(database, now),
    processAllDueSubscriptions: () => processAllDueSubscriptions(database, now),
    processDueAgreements: () => processDueAgreements(database, now),
    expireOrders: () => expireOrders(database, now),
    rollUp: () => rollUp(database, now),
    remindLearners: () => remindLearners(database, now),
  };

  async function statementsByJob(): Promise<Record<string, number>> {
    const counts: Record<string, number> = {};
    for (const [name, run] of Object.entries(jobs)) counts[name] = (await countStatements(run)).statements;
    return counts;
  }

  const aSiteHere = () =>
    createSite(database, { origin: `https://${newId()}.example`, name: "Harbour School" }, inDays(-400));

  /** A course, a student whose access ends in some days, an upcoming event, a webhook endpoint and a payment provider. */
  async function inhabit(site: Site, { accessEndsIn = 200, eventIn = 20 } = {}) {
    const scope = { db: database, site };
    const [courseId, id, endpointId] = [newId(), newId(), newId()];
    await insertCourse(scope, { id: courseId, slug: "knots", name: "Knots", status: "published" }, inDays(-300));
    const newcomer = { email: `${newId()}@example.test`, name: null, roles: ["student" as const] };
    const student = await database.transaction((db) => addMemberTo({ db, site }, newcomer, inDays(-300)));
    const dates = { startsAt: inDays(-100), enrolledAt: inDays(-100), expiresAt: inDays(accessEndsIn) };
    await insertEnrollment(scope, { id, studentId: student.id, courseId, ...dates }, inDays(-100));
    const endpoint = { id: endpointId, url: "https://hooks.example", eventTypes: ["ping"], secret: Buffer.alloc(0) };
    await insertEndpoint(scope, endpoint, inDays(-100));
    const [startsAt, endsAt] = [inDays(eventIn), inDays(eventIn + 1)];
    const event = { id: newId(), name: "Regatta", slug: "regatta", format: "online", status: "published" };
    const times = { startsAt, endsAt, timeZone: "UTC", reminders: [5 * 1440], createdAt: now, updatedAt: now };
    await database.run`insert into events ${rows({ siteId: site.id, ...event, ...times })}`;
    const account = { siteId: site.id, provider: "test", enabled: true, createdAt: now, updatedAt: now };
    await database.run`insert into payment_accounts ${rows(account)}`;
    return { enrollmentId: id, endpointId, eventId: event.id };
  }

  /** Copies what a site has to this many others, which have nothing to do either. */
  async function copySite(site: Site, copies: number): Promise<void> {
    const numbers = Array.from({ length: copies }, (_, index) => index);
    await database.run`
      insert into sites (id, origin, host, name, created_at, updated_at)
      select gen_random_uuid(), 'https://' || number || '.example', number || '.example', name, created_at, updated_at
        from sites cross join unnest(${numbers}::integer[]) as number where id = ${site.id}`;
    for (const table of ["members", "courses", "enrollments", "webhook_endpoints", "events", "payment_accounts"]) {
      await database.pool.query(`
        insert into ${table}
        select (jsonb_populate_record(original, jsonb_build_object('site_id', sites.id))).*
          from ${table} as original cross join sites
         where original.site_id = '${site.id}' and sites.id not in (select site_id from ${table})`);
    }
  }

  void test("sends as many statements for a thousand sites without due work as for one", async () => {
    const site = await aSiteHere();
    await inhabit(site);
    await statementsByJob();
    const ofOne = await statementsByJob();
    await copySite(site, 1000);
    // Analytics and first reminders of the new rows are due once.
    await statementsByJob();
    await statementsByJob();
    assert.deepEqual(await statementsByJob(), ofOne);
    const all = Object.values(ofOne).reduce((sum, count) => sum + count, 0);
    assert.ok(all < 100, `${all} statements: ${JSON.stringify(ofOne)}`);
  });

  void test("finds the one site that has due work", async () => {
    const ofNone = await statementsByJob();
    const site = await aSiteHere();
    const due = await inhabit(site, { accessEndsIn: 0, eventIn: 4 });
    const delivery = {
      endpointId: due.endpointId,
      eventId: newId(),
      eventType: "ping",
      createdAt: now,
      updatedAt: now,
    };
    const row = { siteId: site.id, id: newId(), ...delivery, nextAttemptAt: now };
    await database.run`insert into webhook_deliveries ${rows(row)}`;
    assert.deepEqual(await dueEndpoints(database, now), [{ siteId: site.id, endpointId: due.endpointId }]);
    assert.equal(await endEnrollments(database, now), 1);
    assert.equal(await remindOfEvents(database, now), 1);
    const { status } = await database.one<{ status: string }>`
      select status from enrollments where site_id = ${site.id} and id = ${due.enrollmentId}`;
    assert.equal(status, "expired");
    await database.run`update webhook_deliveries set next_attempt_at = null where site_id = ${site.id}`;
    await statementsByJob();
    await statementsByJob();
    assert.deepEqual(await statementsByJob(), ofNone);
  });

  void test("finds each endpoint behind a backlog of another one", async () => {
    const sites = [await aSiteHere(), await aSiteHere()];
    const ids: string[] = [];
    for (const [index, site] of sites.entries()) {
      const endpoint = { id: newId(), url: "https://hooks.example", eventTypes: ["ping"], secret: Buffer.alloc(0) };
      await insertEndpoint({ db: database, site }, endpoint, inDays(-1));
      ids.push(endpoint.id);
      const dueAt = new Date(now.getTime() - (2 - index) * minute);
      await database.run`
        insert into webhook_deliveries (site_id, id, endpoint_id, event_id, event_type, next_attempt_at, created_at, updated_at)
        select ${site.id}, gen_random_uuid(), ${endpoint.id}, gen_random_uuid(), 'ping', ${dueAt}, ${now}, ${now}
          from generate_series(1, ${index === 0 ? 3000 : 1}::integer)`;
    }
    const found = await dueEndpoints(database, now);
    assert.deepEqual(found.map(({ endpointId }) => endpointId).toSorted(), ids.toSorted());
    await database.run`delete from webhook_deliveries where next_attempt_at is not null`;
  });
});
