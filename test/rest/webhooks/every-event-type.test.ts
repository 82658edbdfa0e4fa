import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { scopeNames, scopes } from "#access/scopes.ts";
import { eventTypeNames, eventTypes, type EventTypeName, isEmitted } from "#domain/event-types.ts";
import { assertStatus } from "../../support/assert-status.ts";
import { outboxOf } from "../../support/worlds/records.ts";
import { sampled } from "../../support/thorough.ts";
import { aReceiver, answering, aSiteWithReceivers } from "../../support/doubles/webhook-receiver.ts";
import { everyCause as causes } from "../support/every-cause.ts";
import { type Operator, operatorOf } from "../support/operator.ts";

const everything = scopeNames.filter((name) => scopes[name].kind === "operator").join(" ");

void describe("An event type", () => {
  let operator: Operator;
  before(async () => {
    operator = await operatorOf(await aSiteWithReceivers(), everything);
  });

  for (const [type, cause] of sampled(Object.entries(causes), 4)) {
    void test(`${type} is emitted once by its cause, with its resource`, async () => {
      const emittedEvents = async () => (await outboxOf(operator.site)).filter((event) => event.type === type);
      let known = (await emittedEvents()).length;
      const step = await cause(operator);
      if (typeof step === "function") {
        known = (await emittedEvents()).length;
        await step();
      }
      const events = (await emittedEvents()).slice(known);
      const [event] = events;
      assert.ok(event, "no event was emitted");
      assert.equal(new Set(events.map(({ objectId }) => objectId)).size, events.length, "one event per resource");
      const { object } = eventTypes[type as EventTypeName];
      assert.equal(event.data["object"], object);
      assert.match(event.objectId, /^[a-z]{3}_[0-9a-z]{26}$/);
    });
  }

  void test("has a cause in this test, or is marked as one without a cause; a ping is caused by a request", async () => {
    const { data } = (await operator.get("/webhook_event_types")).json<{
      data: { name: string; emitted: boolean }[];
    }>();
    assert.deepEqual(
      data.filter(({ emitted }) => emitted).map(({ name }) => name),
      eventTypeNames.filter((name) => name === "ping" || Object.hasOwn(causes, name)),
    );
  });

  void test("without a cause is hidden, but can still be subscribed to", async () => {
    const reserved = eventTypeNames.filter((name) => !isEmitted(name));
    const { url } = aReceiver(answering(204));
    const made = await operator.post("/webhook_endpoints", { url, event_types: reserved });
    assertStatus(made, 201);
    const document = (await operator.site.get("/openapi.json")).json<{ "x-webhooks": object }>();
    const page = await (await operator.site.signedIn(operator.member)).open("/admin/webhooks/new");
    assert.ok(page.body.includes('name="type.order.paid"') || page.body.includes('name="type.course.created"'));
    for (const name of reserved) {
      assert.ok(!Object.hasOwn(document["x-webhooks"], name), name);
      assert.ok(!page.body.includes(`name="type.${name}"`), name);
    }
  });
});
