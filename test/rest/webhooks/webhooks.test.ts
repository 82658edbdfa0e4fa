import assert from "node:assert/strict";
import { test } from "node:test";
import { Webhook } from "standardwebhooks";
import { answering, aReceiver, deliverDue } from "../../support/doubles/webhook-receiver.ts";
import { operatorOf } from "../support/operator.ts";
import { aCourse, aSubscriber, deliveriesOf, endpointOf } from "../support/webhook-subscriber.ts";

void test("Events are sent with a signature that the official Standard Webhooks library verifies", async () => {
  const receiver = aReceiver();
  const { site, operator, endpoint } = await aSubscriber(receiver.url);
  const course = await aCourse(operator);
  await deliverDue(site);
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
  const serialized = (await operator.get(`/courses/${course.id}`)).json<object>();
  assert.deepEqual(body.data.object, serialized, "the course as serialized by the operator API");
  const [delivery] = await deliveriesOf(operator, endpoint.id);
  assert.deepEqual([delivery!.status, delivery!.attempt, delivery!.http_status], ["succeeded", 1, 204]);
  assert.notEqual((await endpointOf(operator, endpoint.id)).last_success_at, null);
});

void test("A change includes previous values; sequence numbers grow", async () => {
  const receiver = aReceiver();
  const { site, operator } = await aSubscriber(receiver.url);
  const { id } = await aCourse(operator);
  await deliverDue(site);
  await operator.patch(`/courses/${id}`, { name: "Splices" });
  await deliverDue(site);
  const [made, changed] = receiver.received;
  assert.ok(changed!.body.sequence > made!.body.sequence);
  assert.deepEqual((changed!.body.data as { previous_attributes?: object }).previous_attributes, { name: "Knots" });
});

void test("A thin payload names the resource without its content", async () => {
  const receiver = aReceiver();
  const { site, operator } = await aSubscriber(receiver.url, { payload: "thin" });
  const { id } = await aCourse(operator);
  await operator.patch(`/courses/${id}`, { name: "Splices" });
  await deliverDue(site);
  for (const { body } of receiver.received) assert.deepEqual(body.data, { object: { object: "course", id } });
});

void test("Rolled back changes and dry runs emit no event", async () => {
  const receiver = aReceiver();
  const { site, operator } = await aSubscriber(receiver.url);
  assert.equal((await operator.post("/courses?dry_run=true", { name: "Knots" })).statusCode, 200);
  await deliverDue(site);
  assert.equal(receiver.received.length, 0);
});

void test("A ping is sent immediately, and returns the receiver's response", async () => {
  const receiver = aReceiver(answering(418, "teapot"));
  const { operator, endpoint } = await aSubscriber(receiver.url);
  const tested = await operator.post(`/webhook_endpoints/${endpoint.id}/test`);
  const { event_type, status, http_status, response_excerpt } = tested.json<Record<string, unknown>>();
  assert.deepEqual([event_type, status, http_status, response_excerpt], ["ping", "failed", 418, "teapot"]);
  assert.equal(receiver.received[0]!.body.type, "ping");
  assert.equal((await endpointOf(operator, endpoint.id)).failure_streak, 0);
  await operator.post(`/webhook_endpoints/${endpoint.id}/test?dry_run=true`);
  assert.equal(receiver.received.length, 1, "a dry run sends nothing");
});

void test("A test sends the latest event of a type as it was, and a type without events is refused", async () => {
  const receiver = aReceiver();
  const { site, operator, endpoint } = await aSubscriber(receiver.url);
  const address = `/webhook_endpoints/${endpoint.id}/test`;
  const refused = await operator.post(address, { event_type: "course.created" });
  assert.equal(refused.statusCode, 422, refused.body);
  assert.match(refused.body, /None of the latest 1000 events of the school is course\.created\. Cause one/);
  assert.equal(receiver.received.length, 0);
  const { id } = await aCourse(operator);
  await deliverDue(site);
  assert.equal((await operator.post(address, { event_type: "course.created" })).statusCode, 200);
  const [delivered, tested] = receiver.received.map(({ body }) => body);
  assert.deepEqual([tested!.type, tested!.data], ["course.created", delivered!.data]);
  assert.equal((tested!.data["object"] as { id: string }).id, id);
  assert.notEqual(tested!.id, delivered!.id);
});

void test("The feed lists events after a given one, of types that the caller may read", async () => {
  const { site, operator } = await aSubscriber(aReceiver().url);
  for (const name of ["One", "Two", "Three"]) await aCourse(operator, name);
  await deliverDue(site);
  type Feed = {
    data: { id: string; type: string; data: { object: { name?: string } } }[];
    page: { has_more: boolean; next_cursor: string | null };
  };
  const first = (await operator.get("/webhook_events?types=course.created&limit=1")).json<Feed>();
  assert.deepEqual([first.data.length, first.page.has_more], [1, true]);
  const rest = (await operator.get(`/webhook_events?types=course.created&after=${first.data[0]!.id}`)).json<Feed>();
  const names = [...first.data, ...rest.data].map(({ data }) => data.object.name);
  assert.deepEqual(names, ["One", "Two", "Three"]);
  const paged = [first];
  for (let cursor = first.page.next_cursor; cursor; cursor = paged.at(-1)!.page.next_cursor) {
    const query = new URLSearchParams({ types: "course.created", limit: "1", cursor });
    paged.push((await operator.get(`/webhook_events?${query.toString()}`)).json<Feed>());
  }
  assert.deepEqual(
    paged.map(({ data, page }) => [data.map((event) => event.data.object.name), page.has_more]),
    [
      [["One"], true],
      [["Two"], true],
      [["Three"], false],
    ],
  );
  const newest = (await operator.get("/webhook_events?types=course.created&sort=-sequence&limit=2")).json<Feed>();
  assert.deepEqual(
    newest.data.map((event) => event.data.object.name),
    ["Three", "Two"],
  );
  const before = `types=course.created&sort=-sequence&cursor=${newest.page.next_cursor}`;
  for (const [query, expected] of [
    [before, ["One"]],
    [`${before}&after=${first.data[0]!.id}`, []],
  ] as const) {
    const { data } = (await operator.get(`/webhook_events?${query}`)).json<Feed>();
    assert.deepEqual(
      data.map((event) => event.data.object.name),
      expected,
    );
  }
  const other = await operator.get(`/webhook_events?types=course.updated&cursor=${first.page.next_cursor}`);
  assert.deepEqual([other.statusCode, other.json<{ code: string }>().code], [400, "invalid_cursor"]);
  const narrow = await operatorOf(site, "school:read");
  const { data } = (await narrow.get("/webhook_events")).json<Feed>();
  assert.ok(data.every(({ type }) => !type.startsWith("course.")));
  assert.equal((await narrow.get(`/webhook_events/${first.data[0]!.id}`)).statusCode, 404);
  assert.equal((await operator.get(`/webhook_events/${first.data[0]!.id}`)).statusCode, 200);
});

void test("A delivery can be sent again", async () => {
  const receiver = aReceiver();
  const { site, operator, endpoint } = await aSubscriber(receiver.url);
  await aCourse(operator);
  await deliverDue(site);
  const [delivery] = await deliveriesOf(operator, endpoint.id);
  assert.equal((await operator.post(`/webhook_deliveries/${delivery!.id}/redeliver`)).statusCode, 200);
  await deliverDue(site);
  const [first, second] = receiver.received;
  assert.equal(first!.headers["webhook-id"], second!.headers["webhook-id"]);
});
