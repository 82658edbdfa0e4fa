import type { Context } from "#domain/platform/context.ts";
import { formatId } from "#domain/platform/ids.ts";
import type { JobKind, JobRow, Outcome } from "#domain/platform/jobs/job-work.ts";
import { recordEvents } from "#domain/platform/outbox/record-event.ts";
import { Problem } from "#domain/platform/problem.ts";
import { compileDecoder } from "#lib/wire/decode.ts";
import { compileEncoder } from "#lib/wire/encode.ts";
import { CouponBatch, type MadeCoupon } from "./coupon-batch.ts";
import { codesTaken, makeCoupons } from "./make-coupons.ts";
import { requireSound } from "./require-coupon.ts";
import { couponEvent } from "./save-coupon.ts";

/** So many share a transaction. */
const chunkSize = 100;

/** What a job is to make, as it is kept with it: as it came. */
export const optionsOf = (batch: CouponBatch) => compileEncoder(CouponBatch)(batch) as Record<string, unknown>;

/** Coupons that are too many for a request: a row is a coupon. */
export const couponGenerationKind: JobKind = {
  async open(context, { options }) {
    const batch = CouponBatch.parse(compileDecoder(CouponBatch)(options).value);
    await requireStillSound(context, batch);
    return {
      total: batch.count,
      chunkSize,
      rows: rowsOf(batch),
      runBatch: (inside, rows) => makeSome(inside, batch, rows.length),
      [Symbol.asyncDispose]: () => Promise.resolve(),
    };
  },
};

/** Whom it names may have been erased meanwhile: the job tells nobody's id. */
async function requireStillSound(context: Context, batch: CouponBatch): Promise<void> {
  try {
    await requireSound(context, batch);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    throw new Problem(error.code, "A product or a member that the coupons were to be for is not there any more.");
  }
}

// oxlint-disable-next-line require-await
async function* rowsOf(batch: CouponBatch): AsyncGenerator<JobRow> {
  for (let number = 1; number <= batch.count; number++) {
    yield {
      name: `coupon ${number}`,
      async run(context) {
        const [outcome] = await makeSome(context, batch, 1);
        if (outcome instanceof Problem) throw outcome;
        return outcome!;
      },
    };
  }
}

async function makeSome(context: Context, batch: CouponBatch, count: number): Promise<Outcome[]> {
  const made = await makeCoupons(context, batch, count);
  await recordEvents(
    context,
    made.map((coupon) => couponEvent("coupon.created")(batch, coupon)),
  );
  return Array.from({ length: count }, (_, index) => (made[index] ? resultOf(made[index]) : codesTaken()));
}

const resultOf = ({ id, code }: MadeCoupon) => ({ made: { object: "coupon", id: formatId("coupon", id), code } });
