import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import type { Database, Queries } from "#database/database.ts";
import { rows } from "#database/statements/sql.ts";
import { getAnalyticsOverview } from "#domain/analytics/overview.ts";
import { getRevenueAnalytics } from "#domain/analytics/revenue.ts";
import { perform } from "#domain/platform/operation.ts";
import { database } from "../support/databases/database.ts";
import { type ASite, aSite } from "../support/world.ts";

const day = new Date("2026-03-02T00:00:00.000Z");
const period = { from: "2026-03-01T00:00:00.000Z", to: "2026-04-01T00:00:00.000Z" };

/**
 * A database whose first read of the counts is followed by a write of another connection, before any other read of
 * them: the worst moment for a response that is made of several statements.
 */
function writingBetween(write: () => Promise<void>): Database {
  let written: Promise<void> | undefined;
  const between = <Target extends Queries>(target: Target): Target =>
    new Proxy(target, {
      get(queries, name: keyof Database) {
        const value: unknown = Reflect.get(queries, name);
        if (name === "snapshot")
          return (work: (inner: Queries) => Promise<unknown>) => queries.snapshot((inner) => work(between(inner)));
        if (name !== "many") return value;
        return async (strings: TemplateStringsArray, ...values: unknown[]) => {
          const reads = () => queries.many(strings, ...values);
          if (written) return written.then(reads);
          const first = reads();
          written = first.then(write);
          await written;
          return first;
        };
      },
    });
  return between(database);
}

void describe("Analytics while sums are written", () => {
  let site: ASite;

  const add = async (value: number) => {
    for (const counter of ["gross_revenue", "refunds"]) {
      const sum = { counter, dimension: "", grain: "day", bucket: day, key: "", currency: "USD", value };
      await database.run`
        insert into rollups ${rows({ siteId: site.id, ...sum })}
        on conflict (site_id, counter, dimension, grain, bucket, key, currency)
        do update set value = rollups.value + excluded.value`;
    }
  };

  before(async () => {
    site = await aSite();
    await add(1000);
  });

  const context = (db: Database) => ({ ...site.context(), caller: { kind: "cli" } as const, db });

  void test("Gross revenue, refunds and net revenue of an overview are of one moment", async () => {
    const { metrics } = await perform(getAnalyticsOverview, context(writingBetween(() => add(500))), period);
    const of = (name: string) => metrics.find(({ metric }) => metric === name)?.values[0]?.value;
    assert.deepEqual([of("gross_revenue"), of("refunds"), of("net_revenue")], [1000, 1000, 0]);
    const next = await perform(getAnalyticsOverview, context(database), period);
    assert.equal(next.metrics.find(({ metric }) => metric === "refunds")?.values[0]?.value, 1500);
  });

  void test("A snapshot accepts no writes, and ends with the read", async () => {
    const { data } = await perform(getRevenueAnalytics, context(database), period);
    assert.deepEqual(
      data.map(({ gross, refunds, net }) => [gross, refunds, net]),
      [[1500, 1500, 0]],
    );
    await add(1);
  });
});
