import * as z from "zod";
import { BulkResult, inBulk, bulkRows } from "#domain/platform/bulk/in-bulk.ts";
import { bulkRow, type SingleOperation } from "#domain/platform/bulk/run-row.ts";
import { formatId, parseId } from "#domain/platform/ids.ts";
import { operation } from "#domain/platform/operation.ts";
import { asRecord } from "#lib/json/is-record.ts";
import { unchecked } from "#lib/wire/unchecked.ts";
import { extendSubscription } from "./change-subscription.ts";
import { lockSubscriptions } from "./queries.ts";
import { cancelSubscription, pauseSubscription } from "./subscription-states.ts";

const maxRows = 200;

const steps: Record<"cancel" | "extend" | "pause", SingleOperation> = {
  cancel: cancelSubscription,
  extend: extendSubscription,
  pause: pauseSubscription,
};

const updated = ({ id }: { id: string }) => ({ status: "updated" as const, id: formatId("subscription", id) });

export const bulkSubscriptions = operation({
  name: "bulkSubscriptions",
  summary: "Cancel, extend or pause subscriptions in bulk",
  description: "At most 200 rows per request.",
  writes: "subscriptions:write",
  input: z.object({
    operations: bulkRows(
      z.discriminatedUnion("op", [
        z.object({
          op: z.literal("cancel"),
          id: z.string(),
          data: unchecked(cancelSubscription.input.omit({ id: true })),
        }),
        z.object({
          op: z.literal("extend"),
          id: z.string(),
          data: unchecked(extendSubscription.input.omit({ id: true })),
        }),
        z.object({
          op: z.literal("pause"),
          id: z.string(),
          data: unchecked(pauseSubscription.input.omit({ id: true })).optional(),
        }),
      ]),
      maxRows,
    ),
    atomic: z.boolean().default(false),
  }),
  output: BulkResult,
  async run(context, { operations, atomic }) {
    await lockSubscriptions(
      context,
      operations.flatMap(({ id }) => parseId("subscription", id) ?? []),
    );
    const rows = operations.map(({ op, id, data }) => {
      const input = { ...asRecord(data), id };
      return bulkRow({ operation: steps[op], input, done: updated });
    });
    return inBulk(context, rows, atomic);
  },
  audit: (_input, { summary }) => ({ resourceType: "subscription", details: { updated: summary.updated } }),
});
