import type { Context } from "#domain/platform/context.ts";
import { newId } from "#domain/platform/ids.ts";
import type { Outcome } from "#domain/platform/jobs/job-work.ts";
import { countReservedOf } from "#domain/offers/reservations/reservations.ts";
import type { ListedPlan } from "#domain/offers/membership-plans/membership-plan.ts";
import { listPlansById } from "#domain/offers/membership-plans/queries.ts";
import { listPricingsById } from "#domain/offers/membership-pricings/queries.ts";
import { recordEvents } from "#domain/platform/outbox/record-event.ts";
import { invalidState, Problem, validationFailed } from "#domain/platform/problem.ts";
import { changeSubscription } from "#domain/memberships/subscriptions/change.ts";
import type { NewSubscription } from "#domain/memberships/subscriptions/queries.ts";
import { insertSubscriptions, lockSubscriptionsFor } from "#domain/memberships/subscriptions/store-subscriptions.ts";
import { Subscription, type SubscriptionRow } from "#domain/memberships/subscriptions/subscription.ts";
import { subscriptionEvent, notifyMember } from "#domain/memberships/subscriptions/notify.ts";
import {
  alreadyThere,
  eachAlone,
  isSound,
  otherRecord,
  ownKeys,
  recordImport,
  type SaveOptions,
} from "../record-import.ts";
import { referables, required, type Resolved, resolveRows } from "../references.ts";
import { mustGet } from "#lib/collections/must-get.ts";
import { byMember, SubscriptionRowIn } from "./subscription-row.ts";
import { findTimeZone } from "#domain/platform/site/time-zone.ts";
import { changesToRow, isOver, newSubscription } from "./subscription-of-row.ts";

/** Identified by id or external id, otherwise by member, plan and start. */
export const subscriptions = recordImport({
  summary: "Memberships with their periods; no payments are made",
  scopes: ["subscriptions:write"],
  resource: Subscription,
  row: SubscriptionRowIn,
  keysOf(row) {
    const member = row.memberId ?? row.memberExternalId ?? row.memberEmail?.toLowerCase() ?? "";
    const plan = row.planId ?? row.planExternalId ?? row.planSlug ?? "";
    const named = ownKeys(row);
    const pair = `${member} ${plan}`;
    return { own: named.length > 0 ? named : [`${pair} ${row.startsAt?.toISOString() ?? ""}`], among: [pair] };
  },
  save: saveSubscriptions,
});

type ResolvedRow = Resolved<SubscriptionRowIn, "memberId" | "planId" | "pricingId">;

async function saveSubscriptions(
  context: Context,
  rows: readonly SubscriptionRowIn[],
  { createsOnly }: SaveOptions,
): Promise<readonly Outcome[]> {
  const resolved = await resolveRows(context, referables.subscription, rows, {
    memberId: [referables.member, byMember],
    planId: [referables.membershipPlan, { id: "planId", externalId: "planExternalId", slug: "planSlug" }],
    pricingId: [referables.membershipPricing, { id: "pricingId", externalId: "pricingExternalId" }],
  });
  const sound = resolved.filter(isSound);
  const planIds = [...new Set(sound.flatMap(({ planId }) => planId ?? []))];
  const existing = await lockSubscriptionsFor(context, {
    ids: sound.flatMap(({ own }) => own ?? []),
    memberIds: [...new Set(sound.flatMap(({ memberId }) => memberId ?? []))],
    planIds,
  });
  const plans = new Map((await listPlansById(context, planIds)).map((plan) => [plan.id, plan]));
  const reserved = await countReservedOf(context, "container_id", planIds);
  await requirePricings(context, resolved);
  const timeZone = await findTimeZone(context);
  const made: NewSubscription[] = [];
  const outcomes = await eachAlone(resolved, async (one) => {
    if (one instanceof Problem) return one;
    const before = findExisting(existing, one);
    if (before) return createsOnly ? alreadyThere() : updateRow(context, before, one);
    const { memberId, planId, row } = one;
    const member = required(memberId, "/memberId", "a member, by member_id, member_external_id or member_email");
    const plan = required(planId, "/planId", "a membership plan, by plan_id, plan_external_id or plan_slug");
    const listed = mustGet(plans, plan);
    const fresh = newSubscription(row, listed, { now: context.now, timeZone });
    const subscriberCount = listed.subscriberCount + (reserved.get(plan) ?? 0);
    requireRoom(fresh, { ...listed, subscriberCount }, member, [...existing, ...made]);
    made.push({ ...fresh, id: newId(), memberId: member, planId: plan, pricingId: one.pricingId });
    return "created";
  });
  await insertSubscriptions(context, made, context.now);
  await recordEvents(
    context,
    made.map((subscription) => subscriptionEvent("created", subscription)),
  );
  return outcomes;
}

/** Checks that each price belongs to the plan. A mismatch becomes the problem of its row. */
async function requirePricings(context: Context, resolved: (ResolvedRow | Problem)[]): Promise<void> {
  const ids = new Set(resolved.flatMap((one) => (one instanceof Problem ? [] : (one.pricingId ?? []))));
  const plans = new Map((await listPricingsById(context, [...ids])).map(({ id, planId }) => [id, planId]));
  for (const [index, one] of resolved.entries()) {
    if (one instanceof Problem || one.pricingId === null || one.planId === null) continue;
    if (plans.get(one.pricingId) === one.planId) continue;
    resolved[index] = validationFailed("/pricingId", "not_found", "The price does not belong to the plan.");
  }
}

/** Finds the subscription with this start, or, without a start, the current one. */
function findExisting(
  existing: readonly SubscriptionRow[],
  { row, own, memberId, planId }: ResolvedRow,
): SubscriptionRow | undefined {
  if (own !== null) return existing.find(({ id }) => id === own);
  // A row with an external id never matches a subscription with another one.
  const same = existing.filter(
    (one) => one.memberId === memberId && one.planId === planId && (!row.externalId || one.externalId === null),
  );
  const start = row.startsAt?.getTime();
  return start === undefined
    ? same.find((one) => !isOver(one))
    : same.find(({ startsAt }) => startsAt.getTime() === start);
}

function requireRoom(
  fresh: Pick<NewSubscription, "status">,
  plan: ListedPlan,
  memberId: string,
  others: readonly Pick<NewSubscription, "memberId" | "planId" | "status">[],
): void {
  if (plan.status === "draft")
    throw invalidState("membership plan", plan.status, "subscribed to", ["active"], "Activate the plan first.");
  if (isOver(fresh)) return;
  if (others.some((one) => one.memberId === memberId && one.planId === plan.id && !isOver(one))) {
    throw new Problem("already_subscribed", "The member already has a subscription to this plan in that period.");
  }
  const taken =
    plan.subscriberCount + others.filter((one) => !("dueAt" in one) && one.planId === plan.id && !isOver(one)).length;
  if (plan.memberLimit === null || taken < plan.memberLimit) return;
  throw new Problem(
    "sold_out",
    `The plan is limited to ${plan.memberLimit} members at a time. Increase its member_limit.`,
  );
}

async function updateRow(context: Context, before: SubscriptionRow, one: ResolvedRow): Promise<Outcome> {
  const { row, memberId, planId, pricingId } = one;
  if ((memberId ?? before.memberId) !== before.memberId || (planId ?? before.planId) !== before.planId) {
    throw otherRecord(row, "The existing subscription belongs to another member or plan.");
  }
  const changes = changesToRow(before, row, { pricingId, now: context.now });
  if (Object.keys(changes).length === 0) return "unchanged";
  const changed = await context.db.attempt((db) => changeSubscription({ ...context, db }, before, changes));
  const ended = isOver(changed) && !isOver(before);
  const happening = ended ? (changed.status === "canceled" ? "canceled" : "expired") : "updated";
  await recordEvents(context, [subscriptionEvent(happening, changed)]);
  if (ended) await notifyMember(context, "ended", changed);
  return "updated";
}
