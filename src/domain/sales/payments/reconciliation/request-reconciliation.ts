import * as z from "zod";
import { Instant } from "#domain/platform/time/instant.ts";
import { byStaffInPerson, operation } from "#domain/platform/operation.ts";
import { unchanged } from "#domain/platform/outcome.ts";
import { addJob } from "#domain/platform/queue/add-job.ts";
import { limits } from "#domain/platform/rate-limits/rate-limits.ts";
import { requireWithin } from "#domain/platform/rate-limits/require-within.ts";
import { withAdvisoryLock } from "#domain/platform/locks/with-advisory-lock.ts";
import { findReconciliation, storeRequest, type StoredReconciliation } from "./stored-reconciliation.ts";

/** A comparison that has not ended by then counts as lost. */
const maxDurationMs = 15 * 60_000;

const isRunning = ({ requestedAt }: StoredReconciliation, now: Date): boolean =>
  requestedAt !== null && now.getTime() - requestedAt.getTime() < maxDurationMs;

/** Queues a comparison, unless one is running. Throws `rate_limited`. */
export const requestReconciliation = operation({
  name: "requestReconciliation",
  summary: "Compare payments with their providers",
  writes: byStaffInPerson,
  input: z.object({}),
  output: z.object({}),
  prepare: (context) => requireWithin(context, limits.reconciliationPerSite, context.site.id),
  async run(context) {
    const { db, site, now } = context;
    await withAdvisoryLock(context, "reconciliation");
    const last = await findReconciliation(context);
    if (last && isRunning(last, now)) return unchanged({});
    await storeRequest(context, now);
    await addJob(db, "reconcile_site", { siteId: site.id }, 1);
    return {};
  },
  audit: () => ({ resourceType: "payment_provider" }),
});

const Divergence = z.object({
  kind: z.enum(["missing_here", "missing_there", "amount_differs", "state_differs"]),
  provider: z.string(),
  reference: z.string(),
  orderId: z.string().nullable(),
  orderNumber: z.string().nullable(),
  ours: z.string().nullable(),
  theirs: z.string().nullable(),
  isRepaired: z.boolean(),
});

export const readReconciliation = operation({
  name: "readReconciliation",
  summary: "Retrieve the last comparison of payments",
  reads: byStaffInPerson,
  input: z.object({}),
  output: z.object({
    isRunning: z.boolean(),
    finishedAt: Instant.nullable(),
    /** Null: there was none, or a provider could not be reached. */
    result: z
      .object({
        compared: z.number(),
        unanswered: z.number(),
        isTruncated: z.boolean(),
        divergences: z.array(Divergence),
      })
      .nullable(),
  }),
  async run(context) {
    const last = await findReconciliation(context);
    if (!last) return { isRunning: false, finishedAt: null, result: null };
    return { isRunning: isRunning(last, context.now), finishedAt: last.finishedAt, result: last.result };
  },
});
