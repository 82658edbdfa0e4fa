import * as z from "zod";
import { type Sql, sql } from "#database/statements/sql.ts";
import { tableNamed } from "#database/table/table.ts";
import type { Context } from "#domain/platform/context.ts";
import { Money, moneyOf } from "#domain/platform/fields.ts";
import { formatId, Id, type IdKind, parseId } from "#domain/platform/ids.ts";
import { findMember } from "#domain/people/members/queries.ts";
import { operation } from "#domain/platform/operation.ts";
import { validationFailed } from "#domain/platform/problem.ts";
import { Code, type CouponRecord, Discount, discountOf } from "./coupon.ts";
import { formatProduct, missingProduct, type Product, productOf, type ProductType, productTypes } from "./product.ts";
import { findCoupon } from "./queries.ts";
import { discountOn, refusalOf, refusals } from "./refusal.ts";

const nullable = { price: Money.nullable(), discountAmount: Money.nullable(), total: Money.nullable() };

export const validateCoupon = operation({
  name: "validateCoupon",
  summary: "Validate a coupon",
  description: "Checks whether the coupon applies to a product and computes the discount. Does not redeem it.",
  reads: "coupons:read",
  input: z.object({
    code: Code,
    productType: z.enum(productTypes),
    productId: z.string().max(60),
    planId: z
      .string()
      .max(60)
      .optional()
      .meta({ description: "ID of the purchased course plan, membership price or event ticket" }),
    memberId: Id("member").optional(),
  }),
  output: z.object({
    object: z.literal("coupon_validation"),
    valid: z.boolean(),
    reason: z.enum(refusals).nullable(),
    couponId: Id("coupon").nullable(),
    discount: Discount.nullable(),
    /** Amounts, set if `plan_id` identifies the price. */
    ...nullable,
  }),
  async run(context, { code, productType, productId, planId, memberId }) {
    const product = productOf(productType, productId);
    await requireExisting(context, product, memberId);
    const price = planId === undefined ? undefined : await priceOf(context, product, planId);
    const coupon = await findCoupon(context, { slug: code }, context.now);
    const reason = coupon ? await refusalOf(context, coupon, { product, price, memberId }) : "unknown_code";
    return {
      object: "coupon_validation" as const,
      valid: reason === undefined,
      reason: reason ?? null,
      couponId: coupon?.id ?? null,
      discount: coupon ? discountOf(coupon) : null,
      ...amounts(price, reason === undefined ? coupon : undefined),
    };
  },
});

async function requireExisting(context: Context, product: Product, memberId: string | undefined): Promise<void> {
  if ((await missingProduct(context, [product])) >= 0) {
    throw validationFailed("/productId", "not_found", `There is no ${formatProduct(product)}.`);
  }
  if (memberId !== undefined && !(await findMember(context, memberId))) {
    throw validationFailed("/memberId", "not_found", `No member has the ID ${formatId("member", memberId)}.`);
  }
}

/** Tables with the prices of a product. Null: its coupons are validated without a price. */
const prices: Record<ProductType, { table: Sql; parent: Sql; kind: IdKind } | null> = {
  course: { table: sql`course_plans`, parent: sql`course_id`, kind: "coursePlan" },
  membership_plan: { table: sql`membership_pricings`, parent: sql`plan_id`, kind: "membershipPricing" },
  event: { table: sql`event_tickets`, parent: sql`event_id`, kind: "eventTicket" },
  digital_product: null,
  consulting_service: null,
};

async function priceOf({ db, site }: Context, { type, id }: Product, planId: string): Promise<Money> {
  const of = prices[type];
  const found =
    of &&
    (await db.first<Price>`
      select price_amount, price_currency from ${of.table}
       where site_id = ${site.id} and id = ${parseId(of.kind, planId) ?? null} and ${of.parent} = ${id} and ${tableNamed(of.table).present}`);
  const price = found ? moneyOf(found.priceAmount, found.priceCurrency) : null;
  if (!price) throw validationFailed("/planId", "not_found", "The product has no price with this ID.");
  return price;
}

interface Price {
  priceAmount: number | null;
  priceCurrency: string | null;
}

function amounts(price: Money | undefined, coupon: CouponRecord | undefined) {
  if (!price) return { price: null, discountAmount: null, total: null };
  const discountAmount = coupon ? discountOn(price, coupon) : { ...price, amount: 0 };
  return { price, discountAmount, total: { ...price, amount: price.amount - discountAmount.amount } };
}
