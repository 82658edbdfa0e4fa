import * as z from "zod";
import { sql } from "#database/statements/sql.ts";
import { unchanged } from "#domain/platform/outcome.ts";
import { type Changed, isEmptyPatch, computePatch } from "#domain/platform/merge-patch/compute-patch.ts";
import type { Context } from "#domain/platform/context.ts";
import { externalIdTaken, requireUnusedExternalId } from "#domain/platform/external-ids.ts";
import { ReferenceTo } from "#domain/platform/fields.ts";
import { formatId, Id, newId } from "#domain/platform/ids.ts";
import { mustExist } from "#domain/platform/must-exist.ts";
import { lockMembershipPlan, updateMembershipPlan as touchPlan } from "#domain/offers/membership-plans/queries.ts";
import { resourceNotFound } from "#domain/platform/resource-not-found.ts";
import { operation } from "#domain/platform/operation.ts";
import { eventAbout } from "#domain/platform/outbox/event-about.ts";
import { notFound, Problem, validationFailed } from "#domain/platform/problem.ts";
import { requireVersion } from "#domain/platform/version.ts";
import {
  MembershipPricing,
  MembershipPricingChanges,
  type MembershipPricingRow,
  NewMembershipPricing,
  serializePricing,
  writablePricing,
} from "./membership-pricing.ts";
import {
  findPricing,
  insertPricing,
  isNextPricing,
  isPricingInUse,
  listPricingsOf,
  lockPricing,
  maxPricings,
  updatePricing,
} from "./queries.ts";
import { requireCurrencies } from "#domain/site/school/queries.ts";

/** A price change emits `membership_plan.updated`, so that subscribers of the plan's events learn about it. */
const planUpdated = (_input: unknown, { planId }: { planId: string }) =>
  eventAbout("membership_plan.updated", "membershipPlan", planId);

export const getMembershipPricing = operation({
  name: "getMembershipPricing",
  summary: "Retrieve a price of a membership plan",
  reads: "membership_plans:read",
  input: z.object({ id: Id("membershipPricing") }),
  output: MembershipPricing,
  async run(context, { id }) {
    const pricing = await findPricing(context, id);
    if (!pricing) throw notFound("price", formatId("membershipPricing", id));
    return serializePricing(pricing);
  },
});

export const createMembershipPricing = operation({
  name: "createMembershipPricing",
  summary: "Create a price for a membership plan",
  writes: "membership_plans:write",
  input: NewMembershipPricing.extend({ plan: ReferenceTo("membershipPlan") }),
  output: MembershipPricing,
  async run(context, { plan: reference, price, ...fields }) {
    const plan = await lockMembershipPlan(context, reference);
    if (!plan) throw resourceNotFound("membershipPlan", reference);
    requireInterval(plan, fields);
    await requireCurrencies(context, { "/price": price });
    if ((await listPricingsOf(context, plan.id)).length >= maxPricings) {
      throw new Problem("conflict", `A plan can have at most ${maxPricings} prices.`);
    }
    const id = newId();
    const pricing = { ...fields, id, planId: plan.id, priceAmount: price.amount, priceCurrency: price.currency };
    if (!(await insertPricing(context, pricing, context.now))) {
      throw externalIdTaken("price");
    }
    await touchPlan(context, plan, {}, context.now);
    return serializePricing(await mustExist(findPricing(context, id)));
  },
  event: planUpdated,
});

export const updateMembershipPricing = operation({
  name: "updateMembershipPricing",
  summary: "Update a price of a membership plan",
  description:
    "A new amount applies to new subscriptions. Existing ones keep theirs. The interval is fixed once a subscription uses it, and the amount while a subscription is to change to this price.",
  writes: "membership_plans:write",
  input: MembershipPricingChanges.extend({ id: Id("membershipPricing") }),
  output: MembershipPricing,
  async run(context, { id, ...input }) {
    // Locks the plan first, in the same order as subscribing, to prevent deadlocks.
    const found = await findPricing(context, id);
    const plan = found && (await lockMembershipPlan(context, { id: found.planId }));
    const existing = await requirePricing(context, id);
    const before = serializePricing(existing);
    const changed = computePatch(writablePricing, before, input);
    if (isEmptyPatch(changed)) return unchanged(before);
    const { price, ...changes } = changed;
    await requireCurrencies(context, { "/price": price }, before.price);
    if (isRenewedOtherwise(changed) && (await isPricingInUse(context, id))) {
      const detail =
        "The interval of a price with subscriptions cannot change. Create a new price and set this one to inactive.";
      throw new Problem("pricing_in_use", detail);
    }
    if (price && (await isNextPricing(context, id))) {
      const detail =
        "Subscriptions change to this price with their next period, so its amount cannot change until then. Create a new price and set this one to inactive.";
      throw new Problem("pricing_in_use", detail);
    }
    if (plan) requireInterval(plan, { ...existing, ...changes });
    const prices = { table: sql`membership_pricings`, what: "price", own: id };
    await requireUnusedExternalId(context, prices, changes.externalId);
    const amount = price && { priceAmount: price.amount, priceCurrency: price.currency };
    await updatePricing(context, id, { ...changes, ...amount }, context.now);
    if (plan) await touchPlan(context, plan, {}, context.now);
    return serializePricing(await mustExist(findPricing(context, id)));
  },
  event: planUpdated,
});

async function requirePricing(context: Context, id: string): Promise<MembershipPricingRow> {
  const pricing = await lockPricing(context, id);
  if (!pricing) throw notFound("price", formatId("membershipPricing", id));
  requireVersion(context, pricing);
  return pricing;
}

const isRenewedOtherwise = (changed: Changed<typeof writablePricing>): boolean =>
  "interval" in changed || "intervalCount" in changed;

function requireInterval({ planType }: { planType: string }, { interval }: MembershipPricingChanges): void {
  if ((planType === "recurring") === Boolean(interval)) return;
  const detail = "`interval` is required for prices of recurring plans and not allowed for other plans.";
  throw validationFailed("/interval", "mismatch", detail);
}
