import type * as z from "zod";
import { isEmptyPatch, computePatch } from "#domain/platform/merge-patch/compute-patch.ts";
import type { Context } from "#domain/platform/context.ts";
import { newId } from "#domain/platform/ids.ts";
import { requirePeriod } from "#domain/platform/period.ts";
import { Problem, validationFailed } from "#domain/platform/problem.ts";
import { withAdvisoryLock } from "#domain/platform/with-advisory-lock.ts";
import {
  type CoursePlanChanges,
  type CoursePlanRow,
  type NewCoursePlan,
  presentPlan,
  writablePlan,
} from "./course-plan.ts";
import { insertPlan, isNamed, isSold, listPlansOf, mostPlans, updatePlan } from "./queries.ts";

export type NewPlan = z.output<typeof NewCoursePlan>;

/** Answers the id. */
export async function addPlan(
  context: Context,
  courseId: string,
  { price, compareAtPrice, ...fields }: NewPlan,
): Promise<string> {
  requirePrice(fields.planType, price ?? null, compareAtPrice ?? null);
  requireInstallments(fields.planType, fields.installments ?? null);
  requirePeriod(fields.saleStartsAt, fields.saleEndsAt, "/saleEndsAt");
  await withAdvisoryLock(context, `plans of course ${courseId}`);
  if ((await listPlansOf(context, courseId)).length >= mostPlans) {
    throw new Problem(
      "conflict",
      `A course can have at most ${mostPlans} plans. Delete plans that have not been sold.`,
    );
  }
  const id = newId();
  const plan = { ...fields, id, courseId, ...amountsOf({ price, compareAtPrice }) };
  if (!(await insertPlan(context, plan, context.now))) {
    throw new Problem("already_exists", "Another plan has this external_id.");
  }
  return id;
}

/** Changes a plan that is held; false where it is so already. */
export async function changePlan(
  context: Context,
  held: CoursePlanRow,
  given: z.output<typeof CoursePlanChanges>,
): Promise<boolean> {
  const before = presentPlan(held);
  const changed = computePatch(writablePlan, before, given);
  if (isEmptyPatch(changed)) return false;
  const { price, compareAtPrice: _compareAtPrice, ...changes } = changed;
  const wanted = { ...before, ...changed };
  requirePrice(wanted.planType, wanted.price, wanted.compareAtPrice);
  requireInstallments(wanted.planType, wanted.installments);
  requirePeriod(wanted.saleStartsAt, wanted.saleEndsAt, "/saleEndsAt");
  const costsOtherwise = changes.planType !== undefined || price !== undefined;
  if (costsOtherwise && (await isSold(context, held))) {
    throw new Problem(
      "plan_in_use",
      "This plan was sold at its price. Make a new one and switch this one to inactive.",
    );
  }
  if (changes.seats && changes.seats < held.seatsTaken) {
    throw new Problem("capacity_below_sold", `${held.seatsTaken} seats are taken already.`);
  }
  await updatePlan(context, held.id, { ...changes, ...amountsOf(wanted) }, context.now);
  return true;
}

/** Ends the sale of a plan that is held; true where it is archived, since somebody has or ordered it, false where it is gone. */
export async function endPlan(context: Context, held: CoursePlanRow): Promise<boolean> {
  const archived = await isNamed(context, held);
  await updatePlan(context, held.id, { active: false, ...(!archived && { deletedAt: context.now }) }, context.now);
  return archived;
}

type Price = { amount: number; currency: string } | null;

function requirePrice(planType: CoursePlanRow["planType"], price: Price, compareAtPrice: Price): void {
  if (planType === "free" && price)
    throw validationFailed("/price", "not_allowed", "A free plan has no price. Leave it out.");
  if (planType !== "free" && !price)
    throw validationFailed("/price", "required", `A plan of type ${planType} needs a price.`);
  if (compareAtPrice && compareAtPrice.currency !== price?.currency) {
    throw validationFailed("/compareAtPrice/currency", "mismatch", "Both prices are in one currency.");
  }
}

function requireInstallments(planType: CoursePlanRow["planType"], installments: CoursePlanRow["installments"]): void {
  if ((planType === "installments") === (installments !== null)) return;
  throw validationFailed(
    "/installments",
    "mismatch",
    "A plan of type installments says how many there are; no other does.",
  );
}

const amountsOf = ({ price, compareAtPrice }: { price?: Price | undefined; compareAtPrice?: Price | undefined }) => ({
  priceAmount: price?.amount ?? null,
  priceCurrency: price?.currency ?? null,
  compareAtAmount: compareAtPrice?.amount ?? null,
});
