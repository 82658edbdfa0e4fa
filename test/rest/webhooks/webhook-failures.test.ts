import assert from "node:assert/strict";
import { test } from "node:test";
import { correctDueTimesOf } from "#domain/webhooks/deliveries/correct-due-times.ts";
import { claimDue } from "#domain/webhooks/deliveries/deliver.ts";
import { describeFailure } from "../../support/assert-status.ts";
import { database } from "../../support/databases/database.ts";
import { day, hour, later, minute, now } from "../../support/clock.ts";
import {
  answering,
  aReceiver,
  aSiteWithReceivers,
  contextAt,
  silent,
  deliverDue,
} from "../../support/doubles/webhook-receiver.ts";
import { operatorOf } from "../support/operator.ts";
import {
  aCourse,
  aSubscriber,
  deliveriesOf,
  type Delivery,
  endpointOf,
  scopes,
} from "../support/webhook-subscriber.ts";

void test("A failed delivery is retried on schedule, with a new signature, until it is given up", async () => {
  const receiver = aReceiver(answering(500, "boom\0"));
  const { site, operator, endpoint } = await aSubscriber(receiver.url);
  await aCourse(operator);
  /** Returns the times between which the delivery was attempted. */
  const attempt = async () => {
    const from = now().getTime();
    await deliverDue(site);
    return { from, to: now().getTime() };
  };
  let attempted = await attempt();
  let [delivery] = await deliveriesOf(operator, endpoint.id);
  assert.deepEqual([delivery!.status, delivery!.attempt, delivery!.http_status], ["pending", 1, 500]);
  assert.equal(delivery!.response_excerpt, "boom\u{FFFD}");
  const pauses = [5000, 5 * minute, 30 * minute, 2 * hour, 5 * hour, 10 * hour, 14 * hour, 20 * hour, 24 * hour];
  let passed = 0;
  for (const [index, pause] of pauses.entries()) {
    const due = Date.parse(delivery!.next_attempt_at!);
    const [earliest, latest] = [attempted.from + pause * 0.9, attempted.to + pause * 1.1];
    assert.ok(due >= Math.floor(earliest) && due <= Math.ceil(latest), `pause ${index}: ${due - attempted.to}`);
    // The first pause is too short for a request before its end.
    if (pause >= minute) await later(passed, () => deliverDue(site));
    assert.equal(receiver.received.length, index + 1, "not before it is due");
    passed += Math.ceil(pause * 1.11) + 1000;
    attempted = await later(passed, attempt);
    assert.equal(receiver.received.length, index + 2);
    [delivery] = await deliveriesOf(operator, endpoint.id);
  }
  assert.deepEqual([delivery!.status, delivery!.attempt, delivery!.next_attempt_at], ["failed", 10, null]);
  const stamps = new Set(receiver.received.map(({ headers }) => headers["webhook-timestamp"]));
  assert.equal(stamps.size, 10);
  assert.equal(new Set(receiver.received.map(({ headers }) => headers["webhook-id"])).size, 1);
});

void test("A retry of a clock that was a day ahead is due when the clock is reset", async () => {
  const receiver = aReceiver(answering(500));
  const { site, operator } = await aSubscriber(receiver.url);
  await aCourse(operator);
  await later(day, () => deliverDue(site));
  await deliverDue(site);
  assert.equal(receiver.received.length, 1, "not before the time of the other clock");
  await correctDueTimesOf({ db: database, site: site.site }, new Date());
  await deliverDue(site);
  assert.equal(receiver.received.length, 2);
});

void test("A delivery in progress is made once while the clock jumps forward or back", async () => {
  const arrived = Promise.withResolvers<void>();
  const held = Promise.withResolvers<void>();
  const receiver = aReceiver((response) => {
    arrived.resolve();
    void held.promise.then(() => response.writeHead(204).end());
  });
  const { site, operator, endpoint } = await aSubscriber(receiver.url);
  await aCourse(operator);
  const delivering = later(day, () => deliverDue(site));
  await arrived.promise;
  const running = await database.many<{ id: string; endpointId: string }>`
    select id, endpoint_id from webhook_deliveries where site_id = ${site.site.id}`;
  const ids = running.map(({ id }) => id);
  const claim = () => claimDue(contextAt(site), running[0]!.endpointId, ids);
  assert.deepEqual(await later(2 * day, claim), [], "The clock went forward.");
  await correctDueTimesOf({ db: database, site: site.site }, new Date());
  assert.deepEqual(await claim(), [], "The clock went back.");
  held.resolve();
  await delivering;
  assert.equal((await deliveriesOf(operator, endpoint.id))[0]!.status, "succeeded");
  await deliverDue(site);
  assert.equal(receiver.received.length, 1);
});

void test("A receiver that hangs, redirects or is not public fails; redirects are not followed", async () => {
  const elsewhere = aReceiver();
  const hanging = await aSubscriber(aReceiver(silent).url);
  const redirecting = await aSubscriber(aReceiver(answering(307, "", { location: elsewhere.url })).url);
  const inside = aReceiver();
  inside.application.resolve = (family) => (family === 4 ? ["10.0.0.7"] : []);
  const hidden = await aSubscriber(inside.url);
  const outcomes = [];
  for (const subscriber of [hanging, redirecting, hidden]) {
    const { site, operator, endpoint } = subscriber;
    await aCourse(operator);
    await deliverDue(site, subscriber === hanging ? { timeout: 1500 } : {});
    const [{ status, error }] = (await deliveriesOf(operator, endpoint.id)) as [Delivery];
    outcomes.push([status, error]);
  }
  assert.deepEqual(outcomes, [
    ["pending", "its host took too long"],
    ["pending", "it responded with status 307"],
    ["pending", "its host has no address on the public internet"],
  ]);
  assert.deepEqual([elsewhere.received.length, inside.received.length], [0, 0]);
});

void test("At most 64 kB of a response are read, and its beginning is stored", async () => {
  const { site, operator, endpoint } = await aSubscriber(aReceiver(answering(200, "x".repeat(3_000_000))).url);
  await aCourse(operator);
  await deliverDue(site);
  const [delivery] = await deliveriesOf(operator, endpoint.id);
  assert.deepEqual([delivery!.status, delivery!.response_excerpt!.length], ["succeeded", 1024]);
});

void test("A dead receiver does not delay others, and gets at most ten concurrent requests", async () => {
  const site = await aSiteWithReceivers();
  const operator = await operatorOf(site, scopes);
  let open = 0;
  let maxConcurrent = 0;
  /** The dead receiver hangs until the working one has all events. */
  const received = Promise.withResolvers<void>();
  let timedOut = 0;
  const dead = aReceiver((response) => {
    maxConcurrent = Math.max(maxConcurrent, ++open);
    response.on("close", () => {
      open -= 1;
      if (alive.received.length < 12) timedOut += 1;
    });
    void received.promise.then(() => response.destroy());
  });
  const alive = aReceiver((response) => {
    response.writeHead(204).end();
    if (alive.received.length === 12) received.resolve();
  });
  for (const { url } of [dead, alive]) {
    assert.equal((await operator.post("/webhook_endpoints", { url, event_types: ["course.created"] })).statusCode, 201);
  }
  for (let made = 0; made < 12; made++) await aCourse(operator, `Course ${made}`);
  await deliverDue(site);
  assert.deepEqual([alive.received.length, timedOut], [12, 0]);
  assert.ok(maxConcurrent > 0 && maxConcurrent <= 10, `${maxConcurrent} concurrent requests`);
});

void test("410 disables an endpoint immediately, and pending deliveries are not sent", async () => {
  const receiver = aReceiver(answering(410));
  const { site, operator, endpoint } = await aSubscriber(receiver.url);
  for (const name of ["Knots", "Splices"]) await aCourse(operator, name);
  await deliverDue(site);
  const { status, disabled_reason } = await endpointOf(operator, endpoint.id);
  assert.deepEqual([status, disabled_reason], ["auto_disabled", "gone"]);
  const left = await deliveriesOf(operator, endpoint.id, "?status=pending");
  assert.deepEqual(left, []);
  const count = receiver.received.length;
  await aCourse(operator, "Third");
  await later(day, () => deliverDue(site));
  assert.equal(receiver.received.length, count);
  await deliverDue(site);
  const events = (await operator.get("/webhook_events?types=webhook_endpoint.disabled")).json<{ data: object[] }>();
  assert.equal(events.data.length, 1);
});

void test("Five days of failures disable it; enabling it resets the count", async () => {
  const receiver = aReceiver(answering(503));
  const { site, operator, endpoint } = await aSubscriber(receiver.url);
  for (const failing of [0, 1, 2, 3, 4, 4.9]) {
    await aCourse(operator);
    await later(failing * day, () => deliverDue(site));
    assert.equal((await endpointOf(operator, endpoint.id)).status, "enabled");
  }
  await later(5.1 * day, () => deliverDue(site));
  const off = await endpointOf(operator, endpoint.id);
  assert.deepEqual([off.status, off.disabled_reason], ["auto_disabled", "failing"]);
  receiver.answer = answering(200);
  await operator.patch(`/webhook_endpoints/${endpoint.id}`, { status: "enabled" });
  const on = await endpointOf(operator, endpoint.id);
  assert.deepEqual([on.status, on.disabled_reason, on.failure_streak], ["enabled", null, 0]);
  const from = new Date(Date.now() - hour).toISOString();
  const to = new Date(Date.now() + hour).toISOString();
  const replayed = await operator.post(`/webhook_endpoints/${endpoint.id}/replay`, { from, to, only_failed: true });
  assert.equal(replayed.json<{ deliveries: number }>().deliveries, 6, describeFailure(replayed.body));
  receiver.received.length = 0;
  await deliverDue(site);
  assert.equal(receiver.received.length, 6);
});

void test("A clock that jumps by a year disables no endpoint, and its real failures count after it is set back", async () => {
  const { site, operator, endpoint } = await aSubscriber(aReceiver(answering(503)).url);
  const isEnabledAt = async (days: number) => {
    await aCourse(operator);
    await later(days * day, () => deliverDue(site));
    return (await endpointOf(operator, endpoint.id)).status === "enabled";
  };
  assert.ok(await isEnabledAt(0));
  assert.ok(await isEnabledAt(1));
  assert.ok(await isEnabledAt(366));
  assert.ok(await isEnabledAt(367));
  for (const days of [1.1, 2, 3, 4, 5, 6]) assert.ok(await isEnabledAt(days), `${days}`);
  assert.equal(await isEnabledAt(6.2), false);
});

void test("A replay until a day or a time includes its last millisecond", async () => {
  const { site, operator, endpoint } = await aSubscriber(aReceiver().url);
  await aCourse(operator);
  await deliverDue(site);
  const replay = async (to: string) => {
    const period = { from: "2026-01-01T00:00:00Z", to };
    return (await operator.post(`/webhook_endpoints/${endpoint.id}/replay`, period)).json<{ deliveries: number }>();
  };
  const happenedAt = (time: string) =>
    database.run`update outbox_events set created_at = ${new Date(time)} where site_id = ${site.site.id}`;
  await happenedAt("2026-03-31T23:59:59.999Z");
  assert.equal((await replay("2026-03-30")).deliveries, 0);
  assert.equal((await replay("2026-03-31")).deliveries, 1);
  assert.equal((await replay("2026-03-31T23:59:59.999Z")).deliveries, 1);
});

void test("A delivery leased by a killed process is sent by another, and none is lost", async () => {
  const receiver = aReceiver();
  const { site, operator, endpoint } = await aSubscriber(receiver.url);
  await aCourse(operator);
  const stopping = new AbortController();
  receiver.answer = () => stopping.abort();
  await deliverDue(site, { stopping: stopping.signal });
  const [givenUp] = await deliveriesOf(operator, endpoint.id);
  assert.deepEqual([givenUp!.status, givenUp!.attempt], ["pending", 0]);
  receiver.answer = answering(200);
  // Like a killed process: the lease was not released.
  await database.run`
    update webhook_deliveries set claimed_until = ${new Date(Date.now() + 30_000)}, next_attempt_at = ${new Date()}
     where site_id = ${site.site.id}`;
  const before = receiver.received.length;
  await deliverDue(site);
  assert.equal(receiver.received.length, before, "the lease may still be active");
  await later(31_000, () => deliverDue(site));
  assert.equal((await deliveriesOf(operator, endpoint.id))[0]!.status, "succeeded");
});
