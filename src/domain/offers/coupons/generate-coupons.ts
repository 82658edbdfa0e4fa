import * as z from "zod";
import type { Context } from "#domain/platform/context.ts";
import { formatId, Id } from "#domain/platform/ids.ts";
import { Job } from "#domain/platform/jobs/job.ts";
import { serializeJob } from "#domain/platform/jobs/serialize-job.ts";
import { startJob } from "#domain/platform/jobs/start-job.ts";
import { operation } from "#domain/platform/operation.ts";
import { eventAbout } from "#domain/platform/outbox/event-about.ts";
import { CouponBatch } from "./coupon-batch.ts";
import { optionsOf } from "./generation-kind.ts";
import { codesTaken, makeCoupons } from "./make-coupons.ts";
import { requireValid } from "./require-coupon.ts";

/** Larger batches run as a job. */
const maxPerRequest = 200;

const GeneratedCoupons = z
  .object({
    object: z.literal("generated_coupons"),
    data: z.array(z.object({ id: Id("coupon"), code: z.string() })),
  })
  .meta({ id: "GeneratedCoupons" });

export const generateCoupons = operation({
  name: "generateCoupons",
  summary: "Generate coupons in bulk",
  description: "Creates up to 1,000 coupons that differ only in their codes. More than 200 are created by a job.",
  writes: "coupons:write",
  input: CouponBatch,
  output: z.discriminatedUnion("object", [GeneratedCoupons, Job]),
  async run(context, batch) {
    await requireValid(context, batch);
    if (batch.count > maxPerRequest) return begin(context, batch);
    return { object: "generated_coupons" as const, data: await makeAll(context, batch) };
  },
  audit: ({ prefix, count }, output) => ({
    resourceType: "coupon",
    details: { prefix, count, ...(output.object === "job" && { job: formatId("job", output.id) }) },
  }),
  event: (_input, output) =>
    output.object === "job" ? [] : output.data.map((coupon) => eventAbout("coupon.created", "coupon", coupon.id)),
});

async function begin(context: Context, batch: CouponBatch) {
  // A dry run reports now the errors that the job would report later.
  if (context.dryRun) await makeAll(context, batch);
  const job = await startJob(context, {
    kind: "coupon_generation",
    format: "coupons",
    options: optionsOf(batch),
    total: batch.count,
    scopes: ["coupons:write"],
  });
  return serializeJob(context, job);
}

async function makeAll(context: Context, batch: CouponBatch) {
  const made = await makeCoupons(context, batch, batch.count);
  if (made.length < batch.count) throw codesTaken();
  return made;
}
