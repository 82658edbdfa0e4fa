import assert from "node:assert/strict";
import { test } from "node:test";
import { aReceiver, answering, aSiteWithReceivers } from "../support/doubles/webhook-receiver.ts";
import { anOperatorAgent, type Json } from "./support/agent.ts";

void test("An agent creates an endpoint, tests it, and deletes it after confirmation", async () => {
  const agent = await anOperatorAgent(await aSiteWithReceivers());
  const receiver = aReceiver(answering(202, "thanks"));
  const changes = { url: receiver.url, event_types: ["course.published"] };
  const unconfirmed = await agent.call("save_webhook_endpoint", { changes });
  assert.equal(unconfirmed.failure?.code, "confirmation_required");
  const { result: made } = await agent.call("save_webhook_endpoint", { changes, confirm: true });
  assert.match(String(made["secret"]), /^whsec_/);
  const { id } = made;
  const { result: listed } = await agent.call("list_webhook_endpoints", {});
  assert.deepEqual(
    (listed["data"] as Json[]).map((endpoint) => [endpoint["id"], "secret" in endpoint]),
    [[id, false]],
  );
  const unknown = await agent.call("send_test_webhook", { id, event_type: "course.published" });
  assert.match(JSON.stringify(unknown.failure), /None of the latest 1000 events of the school is course\.published/);
  const { result: tested } = await agent.call("send_test_webhook", { id, event_type: "ping" });
  assert.deepEqual([tested["status"], (tested["untrusted_text"] as Json)["response_excerpt"]], ["succeeded", "thanks"]);
  assert.equal(receiver.received[0]!.body.type, "ping");
  const { result: off } = await agent.call("save_webhook_endpoint", {
    id,
    changes: { status: "disabled" },
    confirm: true,
  });
  assert.deepEqual([off["status"], "secret" in off], ["disabled", false]);
  assert.ok((await agent.call("delete_webhook_endpoint", { id })).failure);
  assert.equal((await agent.call("delete_webhook_endpoint", { id, confirm: true })).failure, undefined);
});

void test("An agent cannot send events to an address that is not public", async () => {
  const agent = await anOperatorAgent(await aSiteWithReceivers());
  const changes = { url: "https://[::1]/hook", event_types: ["course.published"] };
  const refused = await agent.call("save_webhook_endpoint", { changes, confirm: true });
  assert.equal(refused.failure?.code, "validation_failed");
  assert.match(JSON.stringify(refused.failure), /host on the public internet/);
});
