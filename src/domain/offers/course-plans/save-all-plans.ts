import type { Context } from "#domain/platform/context.ts";
import { mustExist } from "#domain/platform/must-exist.ts";
import { eventAbout } from "#domain/platform/outbox/event-about.ts";
import type { OutboxEvent } from "#domain/platform/outbox/outbox-event.ts";
import { within } from "#domain/platform/problem.ts";
import type { CoursePlanRow } from "./course-plan.ts";
import { findDeletedPlan, findPlan, isNamed, listPlansOf, lockPlan, updatePlan } from "./queries.ts";
import { addPlan, changePlan, endPlan, type NewPlan } from "./save-plan.ts";

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
  const left = new Set(await listPlansOf(context, courseId));
  const found = matchPlans(requested, left);
  // Runs first, because ending plans frees room for new ones.
  for (const existing of left) {
    if (await isArchived(context, existing)) continue;
    await endPlan(context, existing);
    events.push(eventAbout("course_plan.updated", "coursePlan", existing.id));
  }
  for (const [index, plan] of requested.entries()) {
    await within(`/plans/${index}`, async () => {
      const known = found.get(plan) ?? (await bringBack(context, courseId, plan));
      if (!known) {
        events.push(eventAbout("course_plan.created", "coursePlan", await addPlan(context, courseId, plan)));
        return;
      }
      const metadata = plan.metadata && replacing(known.metadata, plan.metadata);
      const isChanged = await changePlan(context, await mustExist(lockPlan(context, known.id)), { ...plan, metadata });
      if (isChanged || !found.has(plan)) events.push(eventAbout("course_plan.updated", "coursePlan", known.id));
    });
  }
  return events;
}

const isArchived = async (context: Context, existing: CoursePlanRow): Promise<boolean> =>
  !existing.active && (await isNamed(context, existing));

/** Matches requested plans to existing ones and removes the matches from `left`. */
function matchPlans(requested: readonly NewPlan[], left: Set<CoursePlanRow>): Map<NewPlan, CoursePlanRow> {
  const found = new Map<NewPlan, CoursePlanRow>();
  const match = (isSame: (plan: NewPlan, existing: CoursePlanRow) => boolean) => {
    for (const plan of requested) {
      const existing = found.has(plan) ? undefined : [...left].find((one) => isSame(plan, one));
      if (!existing) continue;
      found.set(plan, existing);
      left.delete(existing);
    }
  };
  match(({ externalId }, existing) => typeof externalId === "string" && existing.externalId === externalId);
  match(({ externalId, name }, existing) => (!externalId || existing.externalId === null) && existing.name === name);
  return found;
}

/** Restores a deleted plan with the same external ID. */
async function bringBack(
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
