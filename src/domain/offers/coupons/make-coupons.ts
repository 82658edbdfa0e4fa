import { randomInt } from "node:crypto";
import type { Context } from "#domain/platform/context.ts";
import { newId } from "#domain/platform/ids.ts";
import { validationFailed } from "#domain/platform/problem.ts";
import { columnsOf } from "./coupon.ts";
import type { CouponBatch, MadeCoupon } from "./coupon-batch.ts";
import { applyToProducts, insertCoupons } from "./queries.ts";

/** Creates coupons of a batch. Returns fewer if most codes of this format are taken. */
export async function makeCoupons(context: Context, batch: CouponBatch, count: number): Promise<MadeCoupon[]> {
  const { count: _all, prefix, length, ...fields } = batch;
  const columns = columnsOf(fields);
  const made: MadeCoupon[] = [];
  // Retries codes that are already taken.
  for (let round = 0; made.length < count && round < 5; round++) {
    const codes = new Set<string>();
    while (codes.size < count - made.length) codes.add(prefix.toUpperCase() + randomCode(length));
    const requested = [...codes].map((code) => ({ ...columns, id: newId(), code }));
    made.push(...(await insertCoupons(context, requested, context.now)));
  }
  const { appliesTo } = fields;
  if (appliesTo?.kind === "products") {
    const ids = made.map(({ id }) => id);
    await applyToProducts(context, ids, appliesTo.products);
  }
  return made;
}

/** Excludes letters and digits that look alike. */
const alphabet = "ABCDEFGHJKMNPQRSTUVWXYZ23456789";

const randomCode = (length: number): string =>
  Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join("");

export const codesTaken = () =>
  validationFailed(
    "/length",
    "too_small",
    "Most codes with this prefix and length are taken. Choose a greater length.",
  );
