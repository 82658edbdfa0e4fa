import type { Context } from "#domain/platform/context.ts";
import { externalIdTaken } from "#domain/platform/external-ids.ts";
import { formatId, newId } from "#domain/platform/ids.ts";
import { mustExist } from "#domain/platform/must-exist.ts";
import { invalidState, Problem, validationFailed } from "#domain/platform/problem.ts";
import { lockMember } from "#domain/people/members/queries.ts";
import { countReserved } from "#domain/offers/reservations/reservations.ts";
import type { MembershipPlanRecord } from "#domain/offers/membership-plans/membership-plan.ts";
import { lockMembershipPlan } from "#domain/offers/membership-plans/queries.ts";
import { notifyMember } from "./notify.ts";
import { findSubscription, hasPlan, insertSubscription } from "./queries.ts";
import { serializeSubscription, type SubscriptionRow } from "./subscription.ts";
import { termOf } from "./term.ts";

interface SubscriptionInput {
  memberId: string;
  pricingId: string | null;
  startsAt?: Date | undefined;
  endsAt?: Date | undefined;
  trialDays: number;
  externalId: string | null;
  metadata: Record<string, string>;
  source: SubscriptionRow["source"];
}

/** Subscribes a member to a locked plan. Throws `already_subscribed`. */
export async function subscribe(
  context: Context,
  plan: MembershipPlanRecord,
  { memberId, pricingId, startsAt, endsAt, trialDays, externalId, metadata, source }: SubscriptionInput,
) {
  const { id: planId } = plan;
  const term = await termOf(context, plan, { startsAt, endsAt, trialDays, pricingId });
  if (await hasPlan(context, { memberId, planId }, context.now)) {
    throw new Problem(
      "already_subscribed",
      "The member already has this plan. Extend the existing subscription instead.",
    );
  }
  const id = newId();
  const none = { nextPricingId: null, cancelAt: null, canceledAt: null, cancelReason: null, provider: null };
  const whose = { id, memberId, planId, pricingId, externalId, metadata, source };
  const fresh = { ...whose, ...none, ...term, cancelAtPeriodEnd: false, pausedAt: null, pausedUntil: null };
  if (!(await insertSubscription(context, fresh, context.now))) throw externalIdTaken("subscription");
  const granted = await mustExist(findSubscription(context, id));
  if (granted.status !== "incomplete") await notifyMember(context, "started", granted);
  return serializeSubscription(granted);
}

/** Locks the member. Throws if the member does not exist or was removed. */
export async function requireSubscriber(context: Context, memberId: string): Promise<void> {
  const member = await lockMember(context, memberId);
  if (member && member.status !== "removed") return;
  throw validationFailed("/memberId", "not_found", `No member has the ID ${formatId("member", memberId)}.`);
}

/**
 * Locks the plan, so that concurrent grants cannot exceed its member limit. Throws unless it is active and has room for
 * the member: what the checkouts of other members have reserved counts as taken.
 */
export async function requirePlan(
  context: Context,
  { planId, memberId }: { planId: string; memberId: string },
): Promise<MembershipPlanRecord> {
  const plan = await lockMembershipPlan(context, { id: planId });
  if (!plan) {
    throw validationFailed(
      "/planId",
      "not_found",
      `No membership plan has the ID ${formatId("membershipPlan", planId)}.`,
    );
  }
  if (plan.status !== "active") {
    throw invalidState("membership plan", plan.status, "subscribed to", ["active"], "Activate the plan first.");
  }
  const { memberLimit, subscriberCount } = plan;
  const reserved = memberLimit === null ? 0 : await countReserved(context, "container_id", { id: planId, memberId });
  if (memberLimit !== null && subscriberCount + reserved >= memberLimit) {
    throw new Problem(
      "sold_out",
      `This plan allows at most ${memberLimit} subscriptions at a time. Raise its member_limit.`,
    );
  }
  return plan;
}
