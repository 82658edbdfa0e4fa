import assert from "node:assert/strict";
import { test } from "node:test";
import { startWebhookPump } from "#domain/webhooks/pump.ts";
import { minute } from "../../support/clock.ts";
import { database } from "../../support/databases/database.ts";
import { storage } from "../../support/worlds/storage.ts";
import { until } from "../../support/until.ts";
import { aReceiver, system } from "../../support/doubles/webhook-receiver.ts";
import { aCourse, aSubscriber, deliveriesOf } from "../support/webhook-subscriber.ts";

void test("An attempt that outlives its lease because the clock jumped is not repeated by its process", async () => {
  const held = Promise.withResolvers<void>();
  const receiver = aReceiver((response) => void held.promise.then(() => response.writeHead(204).end()));
  const { operator, endpoint } = await aSubscriber(receiver.url);
  let ahead = 0;
  const pump = startWebhookPump({
    db: database,
    clock: () => new Date(Date.now() + ahead),
    log: { info: () => {}, warn: () => {}, error: () => {} },
    // The receiver responds at the end of the test.
    webhooks: { ...system, rules: { ...system.rules, timeoutMs: 5 * minute } },
    mail: undefined,
    storage,
  });
  await aCourse(operator);
  await until(() => receiver.received.length > 0, "the first delivery");
  ahead = minute;
  for (const name of ["Splices", "Whippings"]) {
    const before = receiver.received.length;
    await aCourse(operator, name);
    await until(() => receiver.received.length > before, "a delivery after the jump");
  }
  held.resolve();
  const isDone = async () => (await deliveriesOf(operator, endpoint.id, "?status=succeeded")).length === 3;
  await until(isDone, "all deliveries");
  await pump.stop();
  const ids = receiver.received.map(({ body }) => body.id);
  assert.deepEqual(ids, [...new Set(ids)]);
});
