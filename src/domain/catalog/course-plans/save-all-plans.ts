import type { Context } from "#domain/platform/context.ts";
import { eventAbout } from "#domain/platform/outbox/event-about.ts";
import type { OutboxEvent } from "#domain/platform/outbox/record-event.ts";
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
  wanted: readonly NewPlan[],
): Promise<OutboxEvent[]> {
  const events: OutboxEvent[] = [];
  const left = new Set(await listPlansOf(context, courseId));
  const found = matchPlans(wanted, left);
  // Runs first, because ending plans frees room for new ones.
  for (const held of left) {
    if (await isArchived(context, held)) continue;
    await endPlan(context, held);
    events.push(eventAbout("course_plan.updated", "coursePlan", held.id));
  }
  for (const [index, plan] of wanted.entries()) {
    await within(`/plans/${index}`, async () => {
      const known = found.get(plan) ?? (await bringBack(context, courseId, plan));
      if (!known) {
        events.push(eventAbout("course_plan.created", "coursePlan", await addPlan(context, courseId, plan)));
        return;
      }
      const metadata = plan.metadata && replacing(known.metadata, plan.metadata);
      const isChanged = await changePlan(context, (await lockPlan(context, known.id))!, { ...plan, metadata });
      if (isChanged || !found.has(plan)) events.push(eventAbout("course_plan.updated", "coursePlan", known.id));
    });
  }
  return events;
}

const isArchived = async (context: Context, held: CoursePlanRow): Promise<boolean> =>
  !held.active && (await isNamed(context, held));

/** Matches requested plans to existing ones and removes the matches from `left`. */
function matchPlans(wanted: readonly NewPlan[], left: Set<CoursePlanRow>): Map<NewPlan, CoursePlanRow> {
  const found = new Map<NewPlan, CoursePlanRow>();
  const match = (isSame: (plan: NewPlan, held: CoursePlanRow) => boolean) => {
    for (const plan of wanted) {
      const held = found.has(plan) ? undefined : [...left].find((one) => isSame(plan, one));
      if (!held) continue;
      found.set(plan, held);
      left.delete(held);
    }
  };
  match(({ externalId }, held) => typeof externalId === "string" && held.externalId === externalId);
  match(({ externalId, name }, held) => (!externalId || held.externalId === null) && held.name === name);
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
const replacing = (held: Record<string, string>, wanted: Record<string, string>) => ({
  ...Object.fromEntries(Object.keys(held).map((key) => [key, null])),
  ...wanted,
});
