import { sql } from "#database/statements/sql.ts";
import type * as z from "zod";
import { isEmptyPatch, computePatch } from "#domain/platform/merge-patch/compute-patch.ts";
import type { Context } from "#domain/platform/context.ts";
import { externalIdTaken, requireUnusedExternalId } from "#domain/platform/external-ids.ts";
import { newId } from "#domain/platform/ids.ts";
import { requirePeriod } from "#domain/platform/time/period.ts";
import { Problem, validationFailed, within } from "#domain/platform/problem.ts";
import { withAdvisoryLock } from "#domain/platform/locks/with-advisory-lock.ts";
import {
  type CoursePlanChanges,
  type CoursePlanRow,
  type NewCoursePlan,
  serializePlan,
  writablePlan,
} from "./course-plan.ts";
import {
  insertPlan,
  isNamed,
  listPlansOf,
  maxPlans,
  updatePlan,
  findDeletedPlan,
  findPlan,
  lockPlan,
} from "./queries.ts";
import { mustExist } from "#domain/platform/must-exist.ts";
import { eventAbout } from "#domain/platform/outbox/event-about.ts";
import type { OutboxEvent } from "#domain/platform/outbox/outbox-event.ts";
import { requireCurrencies } from "#domain/site/school/queries.ts";

export type NewPlan = z.output<typeof NewCoursePlan>;

/** Returns the ID. */
export async function addPlan(
  context: Context,
  courseId: string,
  { price, compareAtPrice, ...fields }: NewPlan,
): Promise<string> {
  requirePrice(fields.planType, price ?? null, compareAtPrice ?? null);
  requireInstallments(fields.planType, fields.installments ?? null);
  requirePeriod(fields.saleStartsAt, fields.saleEndsAt, "/saleEndsAt");
  await requireCurrencies(context, { "/price": price });
  await withAdvisoryLock(context, `plans of course ${courseId}`);
  if ((await listPlansOf(context, courseId)).length >= maxPlans) {
    throw new Problem("conflict", `A course can have at most ${maxPlans} plans. Delete plans that have not been sold.`);
  }
  const id = newId();
  const plan = { ...fields, id, courseId, ...amountsOf({ price, compareAtPrice }) };
  if (!(await insertPlan(context, plan, context.now))) {
    throw externalIdTaken("plan");
  }
  return id;
}

/**
 * Updates a locked plan. Returns false if nothing changed. Orders and agreements have terms of their own, so that a
 * new price is for new buyers only.
 */
export async function changePlan(
  context: Context,
  existing: CoursePlanRow,
  input: z.output<typeof CoursePlanChanges>,
): Promise<boolean> {
  const before = serializePlan(existing);
  const changed = computePatch(writablePlan, before, input);
  if (isEmptyPatch(changed)) return false;
  const { price, compareAtPrice: _compareAtPrice, ...changes } = changed;
  const requested = { ...before, ...changed };
  requirePrice(requested.planType, requested.price, requested.compareAtPrice);
  requireInstallments(requested.planType, requested.installments);
  requirePeriod(requested.saleStartsAt, requested.saleEndsAt, "/saleEndsAt");
  await requireCurrencies(context, { "/price": price }, before.price);
  if (changes.seats && changes.seats < existing.seatsTaken) {
    throw new Problem("capacity_below_sold", `Choose at least ${existing.seatsTaken}: that many seats are taken.`);
  }
  const plans = { table: sql`course_plans`, what: "plan", own: existing.id };
  await requireUnusedExternalId(context, plans, changes.externalId);
  await updatePlan(context, existing.id, { ...changes, ...amountsOf(requested) }, context.now);
  return true;
}

/**
 * Ends the sale of a locked plan. Returns true if the plan is archived because of enrollments or orders, and false if
 * it is deleted.
 */
export async function endPlan(context: Context, existing: CoursePlanRow): Promise<boolean> {
  const archived = await isNamed(context, existing);
  await updatePlan(context, existing.id, { active: false, ...(!archived && { deletedAt: context.now }) }, context.now);
  return archived;
}

type Price = { amount: number; currency: string } | null;

function requirePrice(planType: CoursePlanRow["planType"], price: Price, compareAtPrice: Price): void {
  if (planType === "free" && price)
    throw validationFailed("/price", "not_allowed", "A free plan cannot have a price. Remove the price.");
  if (planType !== "free" && !price)
    throw validationFailed("/price", "required", `A plan of type ${planType} requires a price.`);
  if (compareAtPrice && compareAtPrice.currency !== price?.currency) {
    throw validationFailed("/compareAtPrice/currency", "mismatch", "Both prices must have the same currency.");
  }
}

function requireInstallments(planType: CoursePlanRow["planType"], installments: CoursePlanRow["installments"]): void {
  if ((planType === "installments") === (installments !== null)) return;
  throw validationFailed(
    "/installments",
    "mismatch",
    "`installments` is required for plans of type installments and not allowed for other types.",
  );
}

const amountsOf = ({ price, compareAtPrice }: { price?: Price | undefined; compareAtPrice?: Price | undefined }) => ({
  priceAmount: price?.amount ?? null,
  priceCurrency: price?.currency ?? null,
  compareAtAmount: compareAtPrice?.amount ?? null,
});

/**
 * Replaces the plans of a locked course. Matches plans by external ID, then by name. Absent fields of a matched plan
 * stay unchanged; unmatched plans are archived or deleted. Returns the events to record.
 */
export async function saveAllPlans(
  context: Context,
  courseId: string,
  requested: readonly NewPlan[],
): Promise<OutboxEvent[]> {
  const events: OutboxEvent[] = [];
  const unmatched = new Set(await listPlansOf(context, courseId));
  const matches = matchPlans(requested, unmatched);
  // Runs first, because ending plans frees room for new ones.
  for (const existing of unmatched) {
    if (await isArchived(context, existing)) continue;
    await endPlan(context, existing);
    events.push(eventAbout("course_plan.updated", "coursePlan", existing.id));
  }
  for (const [index, plan] of requested.entries()) {
    await within(`/plans/${index}`, async () => {
      const existing = matches.get(plan) ?? (await restorePlan(context, courseId, plan));
      if (!existing) {
        events.push(eventAbout("course_plan.created", "coursePlan", await addPlan(context, courseId, plan)));
        return;
      }
      const metadata = plan.metadata && replacing(existing.metadata, plan.metadata);
      const isChanged = await changePlan(context, await mustExist(lockPlan(context, existing.id)), {
        ...plan,
        metadata,
      });
      if (isChanged || !matches.has(plan)) events.push(eventAbout("course_plan.updated", "coursePlan", existing.id));
    });
  }
  return events;
}

const isArchived = async (context: Context, existing: CoursePlanRow): Promise<boolean> =>
  !existing.active && (await isNamed(context, existing));

/** Matches requested plans to existing ones and removes the matches from `unmatched`. */
function matchPlans(requested: readonly NewPlan[], unmatched: Set<CoursePlanRow>): Map<NewPlan, CoursePlanRow> {
  const matches = new Map<NewPlan, CoursePlanRow>();
  const match = (isSame: (plan: NewPlan, existing: CoursePlanRow) => boolean) => {
    for (const plan of requested) {
      const existing = matches.has(plan) ? undefined : [...unmatched].find((one) => isSame(plan, one));
      if (!existing) continue;
      matches.set(plan, existing);
      unmatched.delete(existing);
    }
  };
  match(({ externalId }, existing) => typeof externalId === "string" && existing.externalId === externalId);
  match(({ externalId, name }, existing) => (!externalId || existing.externalId === null) && existing.name === name);
  return matches;
}

/** Restores a deleted plan with the same external ID. */
async function restorePlan(
  context: Context,
  courseId: string,
  { externalId, active = true }: NewPlan,
): Promise<CoursePlanRow | undefined> {
  if (!externalId) return undefined;
  const id = await findDeletedPlan(context, courseId, externalId);
  if (id === undefined) return undefined;
  await updatePlan(context, id, { active, deletedAt: null }, context.now);
  return findPlan(context, id);
}

/** Makes a merge patch replace the whole map, by setting absent keys to null. */
const replacing = (existing: Record<string, string>, requested: Record<string, string>) => ({
  ...Object.fromEntries(Object.keys(existing).map((key) => [key, null])),
  ...requested,
});
