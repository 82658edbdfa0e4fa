import { describe, test } from "node:test";
import { scopeNames, scopes } from "#access/scopes.ts";
import { aSiteWithReceivers } from "../../support/doubles/webhook-receiver.ts";
import type { Causes } from "./causes/causes.ts";
import type { Changes } from "./changes/changes.ts";
import { operatorOf } from "./operator.ts";
import { observed } from "./updated-at.ts";

const everything = scopeNames.filter((name) => scopes[name].kind === "operator").join(" ");

/** A site whose limits allow that every representation is read after every request. */
async function aReadSite() {
  const site = await aSiteWithReceivers();
  await site.set({ apiRequestsPerMinute: 100_000 });
  return site;
}

type Entries<Named> = readonly (readonly [name: string, change: Named[keyof Named]])[];

/**
 * Tests that each change that these causes of events and other changes make to a representation moves `updated_at` and
 * the ETag. Returns the routes of the representations that were changed.
 */
export function updatedAtTests(causes: Entries<Causes>, changes: Entries<Changes> = []): Set<string> {
  const seen = new Set<string>();
  void describe("A change to a representation moves updated_at and the ETag", () => {
    for (const [name, cause] of causes) {
      void test(`at ${name}`, async () => {
        const { operator, step } = observed(await operatorOf(await aReadSite(), everything), seen);
        await step(async () => {
          const last = await cause?.(operator);
          if (typeof last === "function") await (last as () => Promise<unknown>)();
        });
      });
    }
    for (const [name, change] of changes) {
      void test(`at a change of ${name}`, async () => {
        const operator = await operatorOf(await aReadSite(), everything);
        await change(operator, observed(operator, seen).step);
      });
    }
  });
  return seen;
}
