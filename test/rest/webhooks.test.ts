import assert from "node:assert/strict";
import { test } from "node:test";
import { Webhook } from "standardwebhooks";
import { database } from "../support/database.ts";
import { day, hour, later, minute } from "../support/clock.ts";
import { answering, aReceiver, aTellingSite, silent, tellAll } from "../support/webhook-receiver.ts";
import { operatorOf, type Operator, problemOf } from "./support/operator.ts";

const scopes = "school:read school:write courses:read courses:write";

async function aSubscriber(url: string, fields: object = {}) {
  const site = await aTellingSite();
  const operator = await operatorOf(site, scopes);
  const response = await operator.post("/webhook_endpoints", {
    url,
    event_types: ["course.created", "course.updated", "course.published"],
    ...fields,
  });
  assert.equal(response.statusCode, 201, response.body);
  return { site, operator, endpoint: response.json<{ id: string; secret: string }>() };
}

const aCourse = async (operator: Operator, name = "Knots"): Promise<{ id: string }> => {
  const response = await operator.post("/courses", { name });
  assert.equal(response.statusCode, 201, response.body);
  return response.json();
};

interface Delivery {
  id: string;
  status: string;
  attempt: number;
  http_status: number | null;
  error: string | null;
  response_excerpt: string | null;
  next_attempt_at: string | null;
}

const deliveriesOf = async (operator: Operator, id: string, query = ""): Promise<Delivery[]> =>
  (await operator.get(`/webhook_endpoints/${id}/deliveries${query}`)).json<{ data: Delivery[] }>().data;

const endpointOf = async (operator: Operator, id: string) =>
  (await operator.get(`/webhook_endpoints/${id}`)).json<{
    status: string;
    disabled_reason: string | null;
    failure_streak: number;
    last_success_at: string | null;
  }>();

void test("What happens is sent, signed as the official library of Standard Webhooks checks it", async () => {
  const receiver = aReceiver();
  const { site, operator, endpoint } = await aSubscriber(receiver.url);
  const course = await aCourse(operator);
  await tellAll(site);
  const [{ headers, text, body }, ...more] = receiver.received as [(typeof receiver.received)[0]];
  assert.equal(more.length, 0);
  assert.match(endpoint.secret, /^whsec_/);
  new Webhook(endpoint.secret).verify(text, headers as Record<string, string>);
  assert.throws(() => new Webhook(endpoint.secret).verify(`${text} `, headers as Record<string, string>));
  assert.deepEqual([body.id, body.type], [headers["webhook-id"], "course.created"]);
  const { created_at, sequence, actor, ...rest } = body as Record<string, unknown>;
  assert.deepEqual([typeof created_at, typeof sequence], ["string", "number"]);
  const { sub } = operator.member;
  assert.equal((actor as { member_id: string }).member_id, sub);
  assert.deepEqual([rest["mode"], rest["api_version"]], ["live", "v1"]);
  const shown = (await operator.get(`/courses/${course.id}`)).json<object>();
  assert.deepEqual(body.data.object, shown, "the course as the operator API shows it");
  const [delivery] = await deliveriesOf(operator, endpoint.id);
  assert.deepEqual([delivery!.status, delivery!.attempt, delivery!.http_status], ["succeeded", 1, 204]);
  assert.notEqual((await endpointOf(operator, endpoint.id)).last_success_at, null);
});

void test("A change tells what fields were before; sequences grow", async () => {
  const receiver = aReceiver();
  const { site, operator } = await aSubscriber(receiver.url);
  const { id } = await aCourse(operator);
  await tellAll(site);
  await operator.patch(`/courses/${id}`, { name: "Splices" });
  await tellAll(site);
  const [made, changed] = receiver.received;
  assert.ok(changed!.body.sequence > made!.body.sequence);
  assert.deepEqual((changed!.body.data as { previous_attributes?: object }).previous_attributes, { name: "Knots" });
});

void test("A thin payload names the thing, and tells nothing of it", async () => {
  const receiver = aReceiver();
  const { site, operator } = await aSubscriber(receiver.url, { payload: "thin" });
  const { id } = await aCourse(operator);
  await operator.patch(`/courses/${id}`, { name: "Splices" });
  await tellAll(site);
  for (const { body } of receiver.received) assert.deepEqual(body.data, { object: { object: "course", id } });
});

void test("What was rolled back or rehearsed is told to nobody", async () => {
  const receiver = aReceiver();
  const { site, operator } = await aSubscriber(receiver.url);
  assert.equal((await operator.post("/courses?dry_run=true", { name: "Knots" })).statusCode, 200);
  await tellAll(site);
  assert.equal(receiver.received.length, 0);
});

void test("The secret is in no later answer, and sealed where it is kept", async () => {
  const { operator, endpoint } = await aSubscriber(aReceiver().url);
  const read = await operator.get(`/webhook_endpoints/${endpoint.id}`);
  const list = await operator.get("/webhook_endpoints");
  for (const { body } of [read, list]) assert.ok(!body.includes("whsec_"));
  const kept = await database.first<{ row: string }>`
    select row_to_json(webhook_endpoints)::text as row from webhook_endpoints
     where site_id = ${operator.site.site.id}`;
  const key = Buffer.from(endpoint.secret.slice("whsec_".length), "base64");
  assert.ok(!kept!.row.includes(key.toString("hex")));
  assert.ok(!kept!.row.includes(Buffer.from(endpoint.secret).toString("hex")));
});

void test("During a rotation both secrets verify, afterwards the new one alone", async () => {
  const receiver = aReceiver();
  const { site, operator, endpoint } = await aSubscriber(receiver.url);
  const rotated = await operator.post(`/webhook_endpoints/${endpoint.id}/rotate_secret`, { overlap_hours: 2 });
  const { secret } = rotated.json<{ secret: string }>();
  assert.notEqual(secret, endpoint.secret);
  await aCourse(operator);
  await tellAll(site);
  const signaturesOf = (index: number) => String(receiver.received[index]!.headers["webhook-signature"]).split(" ");
  assert.equal(signaturesOf(0).length, 2);
  for (const each of [secret, endpoint.secret]) {
    new Webhook(each).verify(receiver.received[0]!.text, receiver.received[0]!.headers as Record<string, string>);
  }
  await aCourse(operator, "Splices");
  await later(3 * hour, () => tellAll(site));
  assert.equal(signaturesOf(1).length, 1);
});

void test("What is not accepted is tried again by the schedule, signed anew, until it is given up", async () => {
  const receiver = aReceiver(answering(500, "boom\0"));
  const { site, operator, endpoint } = await aSubscriber(receiver.url);
  await aCourse(operator);
  await tellAll(site);
  let [delivery] = await deliveriesOf(operator, endpoint.id);
  assert.deepEqual([delivery!.status, delivery!.attempt, delivery!.http_status], ["pending", 1, 500]);
  assert.equal(delivery!.response_excerpt, "boom\u{FFFD}");
  await tellAll(site);
  assert.equal(receiver.received.length, 1, "not before it is due");
  const pauses = [5000, 5 * minute, 30 * minute, 2 * hour, 5 * hour, 10 * hour, 14 * hour, 20 * hour, 24 * hour];
  let passed = 0;
  for (const [index, pause] of pauses.entries()) {
    const due = Date.parse(delivery!.next_attempt_at!) - (Date.now() + passed);
    assert.ok(due > pause * 0.9 - minute && due <= pause * 1.1 + minute, `pause ${index}: ${due}`);
    passed += Math.ceil(pause * 1.11) + 1000;
    await later(passed, () => tellAll(site));
    assert.equal(receiver.received.length, index + 2);
    [delivery] = await deliveriesOf(operator, endpoint.id);
  }
  assert.deepEqual([delivery!.status, delivery!.attempt, delivery!.next_attempt_at], ["failed", 10, null]);
  const stamps = new Set(receiver.received.map(({ headers }) => headers["webhook-timestamp"]));
  assert.equal(stamps.size, 10);
  assert.equal(new Set(receiver.received.map(({ headers }) => headers["webhook-id"])).size, 1);
});

void test("A receiver that hangs, redirects or is not public fails; what it redirects to is never asked", async () => {
  const elsewhere = aReceiver();
  const hanging = await aSubscriber(aReceiver(silent).url);
  const redirecting = await aSubscriber(aReceiver(answering(307, "", { location: elsewhere.url })).url);
  const inside = aReceiver();
  inside.application.resolve = (family) => (family === 4 ? ["10.0.0.7"] : []);
  const hidden = await aSubscriber(inside.url);
  const said = [];
  for (const { site, operator, endpoint } of [hanging, redirecting, hidden]) {
    await aCourse(operator);
    await tellAll(site);
    const [{ status, error }] = (await deliveriesOf(operator, endpoint.id)) as [Delivery];
    said.push([status, error]);
  }
  assert.deepEqual(said, [
    ["pending", "its host took too long"],
    ["pending", "it was answered with 307"],
    ["pending", "its host has no address on the public internet"],
  ]);
  assert.deepEqual([elsewhere.received.length, inside.received.length], [0, 0]);
});

void test("Of a long answer no more than 64 kB are read, and the beginning is kept", async () => {
  const { site, operator, endpoint } = await aSubscriber(aReceiver(answering(200, "x".repeat(3_000_000))).url);
  await aCourse(operator);
  await tellAll(site);
  const [delivery] = await deliveriesOf(operator, endpoint.id);
  assert.deepEqual([delivery!.status, delivery!.response_excerpt!.length], ["succeeded", 1024]);
});

void test("A dead receiver keeps no other from being told, and is asked ten times at once at most", async () => {
  const site = await aTellingSite();
  const operator = await operatorOf(site, scopes);
  let open = 0;
  let most = 0;
  const dead = aReceiver((response) => {
    most = Math.max(most, ++open);
    response.on("close", () => (open -= 1));
  });
  const alive = aReceiver();
  for (const { url } of [dead, alive]) {
    assert.equal((await operator.post("/webhook_endpoints", { url, event_types: ["course.created"] })).statusCode, 201);
  }
  for (let made = 0; made < 12; made++) await aCourse(operator, `Course ${made}`);
  let isOver = false;
  const telling = tellAll(site).finally(() => (isOver = true));
  while (alive.received.length < 12) await new Promise((resolve) => setImmediate(resolve));
  assert.ok(!isOver, "the dead one is waited for still");
  await telling;
  assert.ok(most > 0 && most <= 10, `${most} at once`);
});

void test("410 switches an endpoint off at once, and what waits is not sent", async () => {
  const receiver = aReceiver(answering(410));
  const { site, operator, endpoint } = await aSubscriber(receiver.url);
  for (const name of ["Knots", "Splices"]) await aCourse(operator, name);
  await tellAll(site);
  const { status, disabled_reason } = await endpointOf(operator, endpoint.id);
  assert.deepEqual([status, disabled_reason], ["auto_disabled", "gone"]);
  const left = await deliveriesOf(operator, endpoint.id, "?status=pending");
  assert.deepEqual(left, []);
  const count = receiver.received.length;
  await aCourse(operator, "Third");
  await later(day, () => tellAll(site));
  assert.equal(receiver.received.length, count);
  await tellAll(site);
  const events = (await operator.get("/webhook_events?types=webhook_endpoint.disabled")).json<{ data: object[] }>();
  assert.equal(events.data.length, 1);
});

void test("Five days without success switch it off; switched on again it starts anew", async () => {
  const receiver = aReceiver(answering(503));
  const { site, operator, endpoint } = await aSubscriber(receiver.url);
  await aCourse(operator);
  await tellAll(site);
  await aCourse(operator, "Splices");
  await later(4.9 * day, () => tellAll(site));
  assert.equal((await endpointOf(operator, endpoint.id)).status, "enabled");
  await aCourse(operator, "Third");
  await later(5.1 * day, () => tellAll(site));
  const off = await endpointOf(operator, endpoint.id);
  assert.deepEqual([off.status, off.disabled_reason], ["auto_disabled", "failing"]);
  receiver.answer = answering(200);
  await operator.patch(`/webhook_endpoints/${endpoint.id}`, { status: "enabled" });
  const on = await endpointOf(operator, endpoint.id);
  assert.deepEqual([on.status, on.disabled_reason, on.failure_streak], ["enabled", null, 0]);
  const from = new Date(Date.now() - hour).toISOString();
  const to = new Date(Date.now() + hour).toISOString();
  const replayed = await operator.post(`/webhook_endpoints/${endpoint.id}/replay`, { from, to, only_failed: true });
  assert.equal(replayed.json<{ deliveries: number }>().deliveries, 3, replayed.body);
  receiver.received.length = 0;
  await tellAll(site);
  assert.equal(receiver.received.length, 3);
});

void test("A delivery in the hands of a process that was killed is made by another, and none is lost", async () => {
  const receiver = aReceiver();
  const { site, operator, endpoint } = await aSubscriber(receiver.url);
  await aCourse(operator);
  const stopping = new AbortController();
  receiver.answer = () => stopping.abort();
  await tellAll(site, stopping.signal);
  const [given] = await deliveriesOf(operator, endpoint.id);
  assert.deepEqual([given!.status, given!.attempt], ["pending", 0]);
  receiver.answer = answering(200);
  // As if it had been killed: nobody gave it back.
  await database.run`
    update webhook_deliveries set claimed_until = ${new Date(Date.now() + 30_000)}, next_attempt_at = ${new Date()}
     where site_id = ${site.site.id}`;
  const before = receiver.received.length;
  await tellAll(site);
  assert.equal(receiver.received.length, before, "somebody may still be at it");
  await later(31_000, () => tellAll(site));
  assert.equal((await deliveriesOf(operator, endpoint.id))[0]!.status, "succeeded");
});

void test("An endpoint needs the read scope of each type that it asks for", async () => {
  const { site } = await aSubscriber(aReceiver().url);
  const narrow = await operatorOf(site, "school:read school:write");
  const refused = await narrow.post("/webhook_endpoints", {
    url: aReceiver().url,
    event_types: ["course.created"],
  });
  assert.deepEqual([problemOf(refused).status, problemOf(refused).code], [403, "insufficient_scope"]);
});

void test("Nobody sends to a place of their own what they may not read themselves", async () => {
  const { site, endpoint } = await aSubscriber(aReceiver().url);
  const narrow = await operatorOf(site, "school:read school:write");
  const url = aReceiver().url;
  assert.equal(problemOf(await narrow.patch(`/webhook_endpoints/${endpoint.id}`, { url })).code, "insufficient_scope");
});

void test("Wrong addresses are refused: no https, a user in it, and types that there are not", async () => {
  const operator = await operatorOf(await aTellingSite(), scopes);
  for (const body of [
    { url: "http://hooks.example/x", event_types: ["ping"] },
    { url: "https://me:secret@hooks.example/x", event_types: ["ping"] },
    { url: "https://hooks.example/x", event_types: ["course.exploded"] },
    { url: "https://hooks.example/x", event_types: [] },
  ]) {
    assert.equal(problemOf(await operator.post("/webhook_endpoints", body)).code, "validation_failed");
  }
});

void test("Somebody who lost the role that gives a scope is told nothing more under it", async () => {
  const receiver = aReceiver();
  const { site, operator, endpoint } = await aSubscriber(receiver.url);
  await aCourse(operator);
  await database.run`update members set roles = '{student}' where site_id = ${site.site.id} and id = ${operator.member.id}`;
  await tellAll(site);
  assert.equal(receiver.received.length, 0);
  const other = await operatorOf(site, scopes);
  assert.equal((await deliveriesOf(other, endpoint.id))[0]!.status, "skipped");
});

void test("Withdrawing the permission of the application that made it disables an endpoint", async () => {
  const receiver = aReceiver();
  const { site, operator, endpoint } = await aSubscriber(receiver.url);
  const other = await operatorOf(site, scopes);
  await aCourse(other);
  await database.run`
    update grants set revoked_at = ${new Date()} where site_id = ${site.site.id} and member_id = ${operator.member.id}`;
  await tellAll(site);
  assert.equal(receiver.received.length, 0);
  const { status, disabled_reason } = await endpointOf(other, endpoint.id);
  assert.deepEqual([status, disabled_reason], ["disabled", "grant_ended"]);
});

void test("An endpoint ends with the permission, though nothing else happens", async () => {
  const { site, operator, endpoint } = await aSubscriber(aReceiver().url);
  const other = await operatorOf(site, scopes);
  await tellAll(site);
  const browser = await site.signedIn(operator.member);
  const page = await browser.open("/account");
  const [, action] = /action="(\/account\/applications\/[^"]*\/revoke)"/.exec(page.body) ?? [];
  assert.ok(action, "the account page lists the application");
  await browser.submit(page, {}, action);
  await tellAll(site);
  const { status, disabled_reason } = await endpointOf(other, endpoint.id);
  assert.deepEqual([status, disabled_reason], ["disabled", "grant_ended"]);
});

void test("A ping is sent at once, and answers what the receiver said", async () => {
  const receiver = aReceiver(answering(418, "teapot"));
  const { operator, endpoint } = await aSubscriber(receiver.url);
  const tested = await operator.post(`/webhook_endpoints/${endpoint.id}/test`);
  const { event_type, status, http_status, response_excerpt } = tested.json<Record<string, unknown>>();
  assert.deepEqual([event_type, status, http_status, response_excerpt], ["ping", "failed", 418, "teapot"]);
  assert.equal(receiver.received[0]!.body.type, "ping");
  assert.equal((await endpointOf(operator, endpoint.id)).failure_streak, 0);
  await operator.post(`/webhook_endpoints/${endpoint.id}/test?dry_run=true`);
  assert.equal(receiver.received.length, 1, "a rehearsal sends nothing");
});

void test("The feed tells what happened after an event, of types that the caller may read", async () => {
  const { site, operator } = await aSubscriber(aReceiver().url);
  for (const name of ["One", "Two", "Three"]) await aCourse(operator, name);
  await tellAll(site);
  type Feed = {
    data: { id: string; type: string; data: { object: { name?: string } } }[];
    page: { has_more: boolean };
  };
  const first = (await operator.get("/webhook_events?types=course.created&limit=1")).json<Feed>();
  assert.deepEqual([first.data.length, first.page.has_more], [1, true]);
  const rest = (await operator.get(`/webhook_events?types=course.created&after=${first.data[0]!.id}`)).json<Feed>();
  const names = [...first.data, ...rest.data].map(({ data }) => data.object.name);
  assert.deepEqual(names, ["One", "Two", "Three"]);
  const narrow = await operatorOf(site, "school:read");
  const { data } = (await narrow.get("/webhook_events")).json<Feed>();
  assert.ok(data.every(({ type }) => !type.startsWith("course.")));
  assert.equal((await narrow.get(`/webhook_events/${first.data[0]!.id}`)).statusCode, 404);
  assert.equal((await operator.get(`/webhook_events/${first.data[0]!.id}`)).statusCode, 200);
});

void test("A delivery can be made once more", async () => {
  const receiver = aReceiver();
  const { site, operator, endpoint } = await aSubscriber(receiver.url);
  await aCourse(operator);
  await tellAll(site);
  const [delivery] = await deliveriesOf(operator, endpoint.id);
  assert.equal((await operator.post(`/webhook_deliveries/${delivery!.id}/redeliver`)).statusCode, 200);
  await tellAll(site);
  const [first, second] = receiver.received;
  assert.equal(first!.headers["webhook-id"], second!.headers["webhook-id"]);
});

void test("Every type is listed with its scope, and what is read by its id with its schema", async () => {
  const operator = await operatorOf(await aTellingSite(), "school:read");
  const { data } = (await operator.get("/webhook_event_types")).json<{
    data: { name: string; scope: string | null; schema: { properties?: object } | null }[];
  }>();
  const course = data.find(({ name }) => name === "course.created")!;
  assert.equal(course.scope, "courses:read");
  assert.ok("slug" in course.schema!.properties!);
  assert.equal(data.length, 100);
});

void test("A deleted endpoint is told nothing, and is not there", async () => {
  const receiver = aReceiver();
  const { site, operator, endpoint } = await aSubscriber(receiver.url);
  await aCourse(operator);
  assert.equal((await operator.delete(`/webhook_endpoints/${endpoint.id}`)).statusCode, 204);
  await tellAll(site);
  assert.equal(receiver.received.length, 0);
  assert.equal((await operator.get(`/webhook_endpoints/${endpoint.id}`)).statusCode, 404);
});

void test("A request that is repeated by its Idempotency-Key makes one endpoint, and does not tell the secret again", async () => {
  const operator = await operatorOf(await aTellingSite(), scopes);
  const body = { url: aReceiver().url, event_types: ["course.created"] };
  const send = () => operator.post("/webhook_endpoints", body, { "idempotency-key": "one" });
  const [first, second] = [await send(), await send()];
  assert.equal(first.json<{ id: string }>().id, second.json<{ id: string }>().id);
  assert.ok("secret" in first.json<object>());
  assert.ok(!("secret" in second.json<object>()));
  const kept = await database.first<{ body: string }>`
    select body::text from idempotency_keys where site_id = ${operator.site.site.id}`;
  assert.ok(!kept!.body.includes("whsec_"));
});
