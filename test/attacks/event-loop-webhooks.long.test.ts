import assert from "node:assert/strict";
import { test } from "node:test";
import { dispatchEvents } from "#domain/webhooks/events/dispatch-events.ts";
import { assertStatus } from "../support/assert-status.ts";
import { anOperator } from "../rest/support/operator.ts";
import { database } from "../support/databases/database.ts";
import { measuredServer } from "../support/meters/measured-server.ts";
import { openTurnMeter } from "../support/meters/turn-meter.ts";
import { webhooks } from "../support/world.ts";
import { assertQuickJob, assertTurns } from "./support/turns.ts";

void test("No webhook event of large courses blocks the event loop", { timeout: 300_000 }, async () => {
  const operator = await anOperator("courses:read courses:write school:read school:write");
  const { site } = operator;
  const endpoint = { url: "https://hooks.example.test/events", event_types: ["course.created"] };
  assert.equal((await operator.post("/webhook_endpoints", endpoint)).statusCode, 201);
  for (let round = 0; round < 2; round++) {
    const created = await operator.post("/courses/bulk", {
      operations: Array.from({ length: 20 }, (_, index) => ({
        op: "create",
        data: { name: `Large ${round} ${index}`, description_markdown: "\u6f22\u5b57 and words ".repeat(7000) },
      })),
    });
    assertStatus(created, 200);
  }

  const meter = openTurnMeter();
  await assertQuickJob("Dispatching events", async () => {
    await database.run`update outbox_events set sequence = null, is_whole = false where site_id = ${site.site.id}`;
    meter.reset();
    await dispatchEvents({ ...site.context(), webhooks, caller: { kind: "system" } });
    return meter.longest();
  });

  const server = await measuredServer();
  const headers = { authorization: `Bearer ${operator.bearer}` };
  const list = await assertTurns("Listing events", () =>
    server.send(site, { path: "/api/v1/webhook_events?limit=200&types=course.created", headers }),
  );
  assert.equal((JSON.parse(list.body) as { data: object[] }).data.length, 40);
  assert.ok(list.body.length > 7_000_000);
});
