import assert from "node:assert/strict";
import { test } from "node:test";
import { Webhook } from "standardwebhooks";
import { assertStatus } from "../../support/assert-status.ts";
import { database } from "../../support/databases/database.ts";
import { hour, later } from "../../support/clock.ts";
import { aReceiver, aSiteWithReceivers, deliverDue } from "../../support/doubles/webhook-receiver.ts";
import { operatorOf, problemOf } from "../support/operator.ts";
import { aCourse, aSubscriber, deliveriesOf, endpointOf, scopes } from "../support/webhook-subscriber.ts";

void test("The secret is in no later response, and stored encrypted", async () => {
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

void test("During a rotation both secrets verify, afterwards only the new one", async () => {
  const receiver = aReceiver();
  const { site, operator, endpoint } = await aSubscriber(receiver.url);
  const rotated = await operator.post(`/webhook_endpoints/${endpoint.id}/rotate_secret`, { overlap_hours: 2 });
  const { secret } = rotated.json<{ secret: string }>();
  assert.notEqual(secret, endpoint.secret);
  await aCourse(operator);
  await deliverDue(site);
  const signaturesOf = (index: number) => String(receiver.received[index]!.headers["webhook-signature"]).split(" ");
  assert.equal(signaturesOf(0).length, 2);
  for (const each of [secret, endpoint.secret]) {
    new Webhook(each).verify(receiver.received[0]!.text, receiver.received[0]!.headers as Record<string, string>);
  }
  await aCourse(operator, "Splices");
  await later(3 * hour, () => deliverDue(site));
  assert.equal(signaturesOf(1).length, 1);
});

void test("An endpoint needs the read scope of each event type", async () => {
  const { site } = await aSubscriber(aReceiver().url);
  const narrow = await operatorOf(site, "school:read school:write");
  const refused = await narrow.post("/webhook_endpoints", {
    url: aReceiver().url,
    event_types: ["course.created"],
  });
  assert.deepEqual([problemOf(refused).status, problemOf(refused).code], [403, "insufficient_scope"]);
});

void test("A caller cannot send data to an endpoint that they may not read themselves", async () => {
  const { site, endpoint } = await aSubscriber(aReceiver().url);
  const narrow = await operatorOf(site, "school:read school:write");
  const url = aReceiver().url;
  assert.equal(problemOf(await narrow.patch(`/webhook_endpoints/${endpoint.id}`, { url })).code, "insufficient_scope");
});

void test("Invalid addresses and types are rejected: plain http, credentials, unknown event types", async () => {
  const operator = await operatorOf(await aSiteWithReceivers(), scopes);
  for (const body of [
    { url: "http://hooks.example/x", event_types: ["ping"] },
    { url: "https://me:secret@hooks.example/x", event_types: ["ping"] },
    { url: "https://hooks.example/x", event_types: ["course.exploded"] },
    { url: "https://hooks.example/x", event_types: [] },
  ]) {
    assert.equal(problemOf(await operator.post("/webhook_endpoints", body)).code, "validation_failed");
  }
});

const privateHosts = [
  "localhost",
  "hooks.localhost.",
  "127.0.0.1",
  "127.0.0.1.",
  "127.1:8443",
  "2130706433",
  "0x7f.0.0.1",
  "0.0.0.0",
  "10.0.0.7",
  "172.16.3.4",
  "192.168.1.1",
  "169.254.169.254",
  "168.63.129.16",
  "100.64.0.1",
  "224.0.0.1",
  "[::1]",
  "[::]",
  "[::ffff:127.0.0.1]",
  "[::ffff:8.8.8.8]",
  "[64:ff9b::a00:7]",
  "[fe80::1]",
  "[fd00::1]",
];

void test("An address on no public host is rejected when an endpoint is created or updated", async () => {
  const { operator, endpoint } = await aSubscriber(aReceiver().url);
  const answersTo = async (url: string) =>
    Promise.all([
      operator.post("/webhook_endpoints", { url, event_types: ["ping"] }),
      operator.patch(`/webhook_endpoints/${endpoint.id}`, { url }),
    ]);
  for (const host of privateHosts) {
    for (const refused of await answersTo(`https://${host}/hook`)) {
      const { errors } = refused.json<{ errors: { pointer: string; code: string }[] }>();
      assert.deepEqual(
        [refused.statusCode, errors.map(({ pointer, code }) => [pointer, code])],
        [422, [["/url", "not_public"]]],
        host,
      );
    }
  }
  for (const host of ["8.8.8.8", "[2001:4860:4860::8888]", "localhost.example", "127.0.0.1.nip.example"]) {
    const [created] = await answersTo(`https://${host}/hook`);
    assertStatus(created, 201);
  }
});

void test("An endpoint gets no more events of a scope after its owner loses the role", async () => {
  const receiver = aReceiver();
  const { site, operator, endpoint } = await aSubscriber(receiver.url);
  await aCourse(operator);
  await database.run`update members set roles = '{student}' where site_id = ${site.site.id} and id = ${operator.member.id}`;
  await deliverDue(site);
  assert.equal(receiver.received.length, 0);
  const other = await operatorOf(site, scopes);
  assert.equal((await deliveriesOf(other, endpoint.id))[0]!.status, "skipped");
});

void test("Disconnecting the application that created it disables an endpoint", async () => {
  const receiver = aReceiver();
  const { site, operator, endpoint } = await aSubscriber(receiver.url);
  const other = await operatorOf(site, scopes);
  await aCourse(other);
  await database.run`
    update grants set revoked_at = ${new Date()} where site_id = ${site.site.id} and member_id = ${operator.member.id}`;
  await deliverDue(site);
  assert.equal(receiver.received.length, 0);
  const { status, disabled_reason } = await endpointOf(other, endpoint.id);
  assert.deepEqual([status, disabled_reason], ["disabled", "grant_ended"]);
});

void test("An endpoint ends with the grant, even without other activity", async () => {
  const { site, operator, endpoint } = await aSubscriber(aReceiver().url);
  const other = await operatorOf(site, scopes);
  await deliverDue(site);
  const browser = await site.signedIn(operator.member);
  const page = await browser.open("/account");
  const [, action] = /action="(\/account\/applications\/[^"]*\/revoke)"/.exec(page.body) ?? [];
  assert.ok(action, "the account page lists the application");
  await browser.submit(page, {}, action);
  await deliverDue(site);
  const { status, disabled_reason } = await endpointOf(other, endpoint.id);
  assert.deepEqual([status, disabled_reason], ["disabled", "grant_ended"]);
});

void test("Every type is listed with its scope, and returned by its id with its schema", async () => {
  const operator = await operatorOf(await aSiteWithReceivers(), "school:read");
  const { data } = (await operator.get("/webhook_event_types")).json<{
    data: { name: string; scope: string | null; schema: { properties?: object } | null }[];
  }>();
  const course = data.find(({ name }) => name === "course.created")!;
  assert.equal(course.scope, "courses:read");
  assert.ok("slug" in course.schema!.properties!);
  assert.equal(data.length, 103);
});

void test("A deleted endpoint gets no events and is not found", async () => {
  const receiver = aReceiver();
  const { site, operator, endpoint } = await aSubscriber(receiver.url);
  await aCourse(operator);
  assert.equal((await operator.delete(`/webhook_endpoints/${endpoint.id}`)).statusCode, 204);
  await deliverDue(site);
  assert.equal(receiver.received.length, 0);
  assert.equal((await operator.get(`/webhook_endpoints/${endpoint.id}`)).statusCode, 404);
});

void test("A request repeated with its Idempotency-Key creates one endpoint, and does not return the secret again", async () => {
  const operator = await operatorOf(await aSiteWithReceivers(), scopes);
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
