import type { Context } from "#domain/platform/context.ts";
import { formatId } from "#domain/platform/ids.ts";
import type { JobKind, JobRow, Outcome } from "#domain/platform/jobs/job-work.ts";
import { recordEvents } from "#domain/platform/outbox/record-event.ts";
import { Problem } from "#domain/platform/problem.ts";
import { eventAbout } from "#domain/platform/outbox/event-about.ts";
import { asRecord } from "#lib/json/is-record.ts";
import { only } from "#lib/collections/only.ts";
import { compileDecoder } from "#lib/wire/decode.ts";
import { compileEncoder } from "#lib/wire/encode.ts";
import { CouponBatch, type MadeCoupon } from "./coupon-batch.ts";
import { codesTaken, makeCoupons } from "./make-coupons.ts";
import { requireValid } from "./require-coupon.ts";

const couponsPerTransaction = 100;

/** Returns the job options: the batch in its wire format. */
export const optionsOf = (batch: CouponBatch) => asRecord(compileEncoder(CouponBatch)(batch));

/** Job kind for batches that are too large for a request. Each row is a coupon. */
export const couponGenerationKind: JobKind = {
  async open(context, { options }) {
    const batch = CouponBatch.parse(compileDecoder(CouponBatch)(options).value);
    await requireStillValid(context, batch);
    return {
      total: batch.count,
      chunkSize: couponsPerTransaction,
      rows: readRows(batch),
      runBatch: (inside, rows) => makeSome(inside, batch, rows.length),
      [Symbol.asyncDispose]: () => Promise.resolve(),
    };
  },
};

/** Checks the batch again, because its member may have been erased since. The error does not name IDs. */
async function requireStillValid(context: Context, batch: CouponBatch): Promise<void> {
  try {
    await requireValid(context, batch);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    throw new Problem(error.code, "A product or member that the coupons are limited to no longer exists.");
  }
}

// oxlint-disable-next-line require-await -- the job runner reads rows from an asynchronous iterable
async function* readRows(batch: CouponBatch): AsyncGenerator<JobRow> {
  for (let number = 1; number <= batch.count; number++) {
    yield {
      name: `coupon ${number}`,
      async run(context) {
        const outcome = only(await makeSome(context, batch, 1));
        if (outcome instanceof Problem) throw outcome;
        return outcome;
      },
    };
  }
}

async function makeSome(context: Context, batch: CouponBatch, count: number): Promise<Outcome[]> {
  const made = await makeCoupons(context, batch, count);
  await recordEvents(
    context,
    made.map((coupon) => eventAbout("coupon.created", "coupon", coupon.id)),
  );
  return Array.from({ length: count }, (_, index) => (made[index] ? resultOf(made[index]) : codesTaken()));
}

const resultOf = ({ id, code }: MadeCoupon) => ({ made: { object: "coupon", id: formatId("coupon", id), code } });
