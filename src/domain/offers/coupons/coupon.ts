import * as z from "zod";
import { patchSchemaOf } from "#domain/platform/merge-patch/changes-of.ts";
import type { Changed } from "#domain/platform/merge-patch/compute-patch.ts";
import { ExternalId, Metadata, Money, moneyOf } from "#domain/platform/fields.ts";
import { Id } from "#domain/platform/ids.ts";
import { End, Instant, Start } from "#domain/platform/time/instant.ts";
import { versionedResource } from "#domain/platform/versioned.ts";
import { trimmed } from "#lib/wire/trimmed.ts";
import { Product, productTypes } from "./product.ts";

export const couponStatuses = ["scheduled", "active", "disabled", "expired", "exhausted"] as const;

/** Upper case, regardless of the input. */
export const Code = z
  .string()
  .regex(/^[A-Za-z0-9_-]{1,40}$/, "Expected up to 40 letters, digits, hyphens and underscores, like SPRING-25.")
  .transform((code) => code.toUpperCase());

export const Discount = z
  .discriminatedUnion("kind", [
    z.object({ kind: z.literal("percent"), percent: z.number().int().min(1).max(100) }),
    z.object({ kind: z.literal("amount"), amount: Money }),
    z.object({ kind: z.literal("free") }),
  ])
  .meta({ id: "Discount" });
export type Discount = z.output<typeof Discount>;

const AppliesTo = z
  .discriminatedUnion("kind", [
    z.object({ kind: z.literal("all") }),
    z.object({ kind: z.literal("products"), products: z.array(Product).min(1).max(200) }),
    z.object({
      kind: z.literal("product_types"),
      productTypes: z.array(z.enum(productTypes)).min(1).max(productTypes.length),
    }),
  ])
  .meta({ id: "CouponAppliesTo" });
type AppliesTo = z.output<typeof AppliesTo>;

/** The payments of a subscription that the coupon applies to. */
const Duration = z
  .discriminatedUnion("kind", [
    z.object({ kind: z.literal("once") }),
    z.object({ kind: z.literal("repeating"), payments: z.number().int().min(2).max(120) }),
    z.object({ kind: z.literal("forever") }),
  ])
  .meta({ id: "CouponDuration" });

export const writableCoupon = {
  code: Code,
  name: trimmed().min(1).max(200).nullable(),
  discount: Discount,
  appliesTo: AppliesTo,
  minTotal: Money.nullable(),
  maxRedemptions: z.number().int().min(1).max(10_000_000).nullable(),
  maxPerMember: z.number().int().min(1).max(1000),
  firstPurchaseOnly: z.boolean(),
  memberIds: z
    .array(Id("member"))
    .min(1)
    .max(500)
    .nullable()
    .meta({ description: "Null: the coupon is not limited to certain members" }),
  startsAt: Start.nullable(),
  expiresAt: End.nullable(),
  duration: Duration,
  /** Can be combined with other coupons. */
  stackable: z.boolean(),
  enabled: z.boolean(),
  externalId: ExternalId.nullable(),
  metadata: Metadata,
};

/** A discount code. */
export const Coupon = versionedResource("coupon", {
  ...writableCoupon,
  code: z.string(),
  status: z.enum(couponStatuses),
  redeemedCount: z.number().int().min(0),
  createdAt: Instant,
  updatedAt: Instant,
});

export const NewCoupon = z.object(writableCoupon).partial().required({ code: true, discount: true });

export const CouponChanges = patchSchemaOf(writableCoupon);
export type ChangedCoupon = Changed<typeof writableCoupon>;

type Plain = Omit<z.output<typeof Coupon>, "object" | "discount" | "appliesTo" | "minTotal" | "duration">;

/** A coupon with its status at the time of the request. */
export interface CouponRecord extends Plain {
  discountKind: Discount["kind"];
  discountPercent: number | null;
  discountAmount: number | null;
  discountCurrency: string | null;
  appliesTo: AppliesTo["kind"];
  productTypes: (typeof productTypes)[number][];
  products: z.output<typeof Product>[];
  minTotalAmount: number | null;
  minTotalCurrency: string | null;
  duration: z.output<typeof Duration>["kind"];
  durationPayments: number | null;
  version: number;
}

/** Columns of the `coupons` table. */
export type CouponRow = Omit<CouponRecord, "status" | "products">;

export function serializeCoupon(coupon: CouponRecord): z.output<typeof Coupon> & { version: number } {
  const {
    discountKind: _kind,
    discountPercent: _percent,
    discountAmount: _amount,
    discountCurrency: _currency,
    minTotalAmount,
    minTotalCurrency,
    durationPayments: _payments,
    products,
    productTypes,
    ...rest
  } = coupon;
  const { appliesTo: kind } = coupon;
  return {
    ...rest,
    object: "coupon",
    discount: discountOf(coupon),
    appliesTo: kind === "products" ? { kind, products } : kind === "all" ? { kind } : { kind, productTypes },
    minTotal: moneyOf(minTotalAmount, minTotalCurrency),
    duration: durationOf(coupon),
  };
}

function durationOf({ duration: kind, durationPayments: payments }: CouponRecord): z.output<typeof Duration> {
  if (kind !== "repeating") return { kind };
  if (payments === null) throw new Error("The number of payments of the coupon is missing.");
  return { kind, payments };
}

export function discountOf(coupon: CouponRecord): Discount {
  const { discountKind: kind, discountPercent, discountAmount, discountCurrency } = coupon;
  if (kind === "free") return { kind };
  if (kind === "percent" && discountPercent !== null) return { kind, percent: discountPercent };
  const amount = moneyOf(discountAmount, discountCurrency);
  if (kind === "amount" && amount) return { kind, amount };
  throw new Error(`The columns of the ${kind} discount are incomplete.`);
}

/** Converts input fields to columns. */
export function columnsOf(fields: Partial<z.output<typeof NewCoupon>>): Partial<CouponRow> {
  const { discount, appliesTo, minTotal, duration, ...plain } = fields;
  return {
    ...plain,
    ...(discount && {
      discountKind: discount.kind,
      discountPercent: discount.kind === "percent" ? discount.percent : null,
      discountAmount: discount.kind === "amount" ? discount.amount.amount : null,
      discountCurrency: discount.kind === "amount" ? discount.amount.currency : null,
    }),
    ...(appliesTo && { appliesTo: appliesTo.kind, productTypes: typesOf(appliesTo) }),
    ...(minTotal !== undefined && {
      minTotalAmount: minTotal?.amount ?? null,
      minTotalCurrency: minTotal?.currency ?? null,
    }),
    ...(duration && {
      duration: duration.kind,
      durationPayments: duration.kind === "repeating" ? duration.payments : null,
    }),
  };
}

function typesOf(appliesTo: AppliesTo): CouponRow["productTypes"] {
  if (appliesTo.kind === "all") return [];
  if (appliesTo.kind === "product_types") return [...new Set(appliesTo.productTypes)];
  return [...new Set(appliesTo.products.map(({ type }) => type))];
}
