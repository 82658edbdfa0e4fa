import * as z from "zod";
import { unchanged } from "#domain/platform/outcome.ts";
import { isEmptyPatch, computePatch } from "#domain/platform/merge-patch/compute-patch.ts";
import { ReferenceTo } from "#domain/platform/fields.ts";
import { Id, newId } from "#domain/platform/ids.ts";
import { mustExist } from "#domain/platform/must-exist.ts";
import { claimUnique } from "#domain/platform/names/uniqueness.ts";
import { operation } from "#domain/platform/operation.ts";
import { Problem } from "#domain/platform/problem.ts";
import { columnsOf, Coupon, CouponChanges, NewCoupon, serializeCoupon, writableCoupon } from "./coupon.ts";
import { applyToProducts, findCoupon, insertCoupons, updateCoupon as storeCoupon } from "./queries.ts";
import { requireCoupon, requireValid, uniqueCoupon } from "./require-coupon.ts";

export const createCoupon = operation({
  name: "createCoupon",
  summary: "Create a coupon",
  writes: "coupons:write",
  input: NewCoupon,
  output: Coupon,
  async run(context, fields) {
    await requireValid(context, fields);
    await claimUnique(context, uniqueCoupon, undefined, fields);
    const id = newId();
    const stored = await insertCoupons(context, [{ ...columnsOf(fields), id, code: fields.code }], context.now);
    if (stored.length === 0) throw new Problem("code_taken", "The same coupon was created concurrently.");
    if (fields.appliesTo?.kind === "products") await applyToProducts(context, [id], fields.appliesTo.products);
    return serializeCoupon(await mustExist(findCoupon(context, { id }, context.now)));
  },
  emits: "coupon.created",
});

export const updateCoupon = operation({
  name: "updateCoupon",
  summary: "Update a coupon",
  description: "The discount is fixed once the coupon has been redeemed.",
  writes: "coupons:write",
  input: CouponChanges.extend({ coupon: ReferenceTo("coupon", "code") }),
  output: Coupon,
  async run(context, { coupon: reference, ...input }) {
    const existing = await requireCoupon(context, reference);
    const before = serializeCoupon(existing);
    const changes = computePatch(writableCoupon, before, input);
    if (isEmptyPatch(changes)) return unchanged(before);
    const {
      discount,
      appliesTo,
      maxRedemptions,
      startsAt = existing.startsAt,
      expiresAt = existing.expiresAt,
    } = changes;
    if (discount && existing.redeemedCount > 0) {
      const detail = "The discount of a redeemed coupon cannot change. Create a new coupon and disable this one.";
      throw new Problem("coupon_redeemed", detail);
    }
    if (maxRedemptions && maxRedemptions !== existing.maxRedemptions && maxRedemptions < existing.redeemedCount) {
      throw new Problem(
        "capacity_below_sold",
        `Choose at least ${existing.redeemedCount}: the coupon has been redeemed that many times.`,
      );
    }
    await requireValid(context, { ...changes, startsAt, expiresAt }, before);
    await claimUnique(context, uniqueCoupon, existing.id, changes);
    if (appliesTo)
      await applyToProducts(context, [existing.id], appliesTo.kind === "products" ? appliesTo.products : []);
    await storeCoupon(context, existing.id, columnsOf(changes), context.now);
    return serializeCoupon(await mustExist(findCoupon(context, { id: existing.id }, context.now)));
  },
  emits: "coupon.updated",
});

export const deleteCoupon = operation({
  name: "deleteCoupon",
  summary: "Delete a coupon",
  description: "Disables the coupon instead if it has been redeemed.",
  writes: "coupons:write",
  input: z.object({ coupon: ReferenceTo("coupon", "code") }),
  output: z.object({ id: Id("coupon"), disabled: z.boolean() }),
  async run(context, { coupon: reference }) {
    const { id, redeemedCount } = await requireCoupon(context, reference);
    const disabled = redeemedCount > 0;
    await storeCoupon(context, id, disabled ? { enabled: false } : { deletedAt: context.now }, context.now);
    return { id, disabled };
  },
  emits: "coupon.updated",
});
