import assert from "node:assert/strict";
import { test } from "node:test";
import type { RequestContext } from "#domain/platform/context.ts";
import { newId } from "#domain/platform/ids.ts";
import { listProviderEvents, eventFilters, replayEvents } from "#domain/sales/payments/provider-events/operations.ts";
import { database } from "../support/databases/database.ts";
import { explained, nodesOf, type Plan, readBy } from "../support/meters/query-plans.ts";
import { aSiteContext } from "./support.ts";

/** Rows of a page of 20, and of its orders. */
const maxRows = 60;

/** One message in a thousand failed, one is about an unknown payment. */
async function aBusySite({ site, now }: RequestContext): Promise<void> {
  await database.run`
    insert into provider_events (site_id, provider, message_id, type, payload, received_at, result, event, reference)
    select ${site.id}, 'stripe', 'evt_' || number, 'invoice.paid', '{}',
           ${now}::timestamptz - number * interval '1 minute',
           case number % 1000 when 1 then 'failed' when 2 then 'unknown' else 'applied' end,
           case when number % 1000 in (1, 2) then '{"payment": {"sessionReference": "cs_1"}}'::jsonb end,
           case when number % 1000 in (1, 2) then 'cs_' || number % 3 end
      from generate_series(1, 40000) as number`;
}

for (const isAnalyzed of [false, true]) {
  void test(`Lists of provider events read few more rows than they show, ${isAnalyzed ? "with" : "without"} statistics`, async () => {
    const context = (await aSiteContext())();
    await aBusySite(context);
    if (isAnalyzed) await database.run`analyze provider_events`;
    // The plans that the server uses for lists, which need no statistics.
    const plans: Plan[] = [];
    const given = { ...context, db: explained([], plans) };
    for (const filter of eventFilters) {
      const first = await listProviderEvents.run(given, { filter, limit: 20 });
      const { events, nextCursor } = first as { events: unknown[]; nextCursor: string | null };
      assert.equal(events.length, 20, filter);
      assert.ok(nextCursor);
      await listProviderEvents.run(given, { filter, limit: 20, cursor: nextCursor });
    }
    const caller = { kind: "session", sessionId: newId(), memberId: newId(), accountId: newId(), roles: ["owner"] };
    // No one is signed in, so that the attempt ends at its audit entry.
    await replayEvents({ ...given, caller } as RequestContext, { provider: "stripe", messageId: "evt_1001" });
    assert.equal(plans.length, 7);
    for (const plan of plans) {
      const nodes = nodesOf(plan);
      assert.ok(!nodes.some((node) => node["Node Type"] === "Seq Scan"), JSON.stringify(plan));
      const read = Math.max(...nodes.map(readBy));
      assert.ok(read <= maxRows, `${read} rows were read: ${JSON.stringify(plan)}`);
    }
  });
}
