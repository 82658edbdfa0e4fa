import { sql } from "#database/statements/sql.ts";
import type { Context } from "#domain/platform/context.ts";
import { type Uniqueness, uniqueCode } from "#domain/platform/names/uniqueness.ts";
import type { Reference } from "#domain/platform/fields.ts";
import { formatId } from "#domain/platform/ids.ts";
import { resourceNotFound } from "#domain/platform/resource-not-found.ts";
import { requirePeriod } from "#domain/platform/time/period.ts";
import { Problem, validationFailed } from "#domain/platform/problem.ts";
import { requireVersion } from "#domain/platform/version.ts";
import type { ChangedCoupon, CouponRecord } from "./coupon.ts";
import { formatProduct, missingProduct } from "./product.ts";
import { findCoupon, lockCoupon, missingMember } from "./queries.ts";
import { requireCurrencies } from "#domain/site/school/queries.ts";

export const couponNotFound = (reference: Reference): Problem => resourceNotFound("coupon", reference);

/** Returns the coupon, locked. Throws unless If-Match matches its version. */
export async function requireCoupon(context: Context, reference: Reference): Promise<CouponRecord> {
  const coupon = await lockCoupon(context, reference, context.now);
  if (!coupon) throw couponNotFound(reference);
  requireVersion(context, coupon);
  return coupon;
}

/**
 * Throws if the products or members of a coupon do not exist, if it ends before it starts, or if the school does not
 * sell in its currency.
 */
export async function requireValid(
  context: Context,
  requested: Pick<ChangedCoupon, "appliesTo" | "discount" | "memberIds" | "minTotal" | "startsAt" | "expiresAt">,
  before?: Pick<ChangedCoupon, "discount" | "minTotal">,
): Promise<void> {
  const { appliesTo, discount, memberIds, minTotal, startsAt, expiresAt } = requested;
  await requireCurrencies(context, { "/discount/amount": amountOf(discount) }, amountOf(before?.discount));
  await requireCurrencies(context, { "/minTotal": minTotal }, before?.minTotal);
  requirePeriod(startsAt, expiresAt, "/expiresAt");
  const products = appliesTo?.kind === "products" ? appliesTo.products : [];
  const productIndex = await missingProduct(context, products);
  const product = products[productIndex];
  if (product) {
    const detail = `There is no ${formatProduct(product)}.`;
    throw validationFailed(`/appliesTo/products/${productIndex}/id`, "not_found", detail);
  }
  const memberIndex = memberIds ? await missingMember(context, memberIds) : -1;
  const member = memberIds?.[memberIndex];
  if (member !== undefined) {
    const detail = `No member has the ID ${formatId("member", member)}.`;
    throw validationFailed(`/memberIds/${memberIndex}`, "not_found", detail);
  }
}

export const uniqueCoupon: Uniqueness = {
  kind: "coupon",
  table: sql`coupons`,
  what: "coupon",
  value: uniqueCode,
  find: (context, code) => findCoupon(context, { slug: code }, context.now),
};

const amountOf = (discount: ChangedCoupon["discount"]) => (discount?.kind === "amount" ? discount.amount : undefined);
