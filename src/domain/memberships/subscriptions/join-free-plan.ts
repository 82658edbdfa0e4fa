import * as z from "zod";
import { memberOf } from "#access/caller.ts";
import { requireSession } from "#domain/platform/callers/require-session.ts";
import { findMembershipPlan } from "#domain/offers/membership-plans/queries.ts";
import { about } from "#domain/platform/audit/about.ts";
import { ReferenceTo } from "#domain/platform/fields.ts";
import { formatId, Id } from "#domain/platform/ids.ts";
import { forAnyone, operation } from "#domain/platform/operation.ts";
import { Problem } from "#domain/platform/problem.ts";
import { limitOwnRequests } from "#domain/platform/rate-limits/limit-own-requests.ts";
import { resourceNotFound } from "#domain/platform/resource-not-found.ts";
import { requirePlan, requireSubscriber, subscribe } from "./subscribe.ts";
import { subscriptionEvent } from "./notify.ts";
import { hadPlan, hasPlan } from "./queries.ts";
import { requirePricing } from "./require-pricing.ts";
import { Subscription } from "./subscription.ts";

/**
 * Subscribes the signed-in member to a plan by a price of zero. Throws `not_found`, `invalid_state` (not free),
 * `already_subscribed`, `sold_out` and `rate_limited`.
 */
export const joinFreePlan = operation({
  name: "joinFreePlan",
  summary: "Join a free membership plan",
  writes: { only: ["session"] },
  input: z.object({ plan: ReferenceTo("membershipPlan"), pricingId: Id("membershipPricing") }),
  output: Subscription,
  prepare: limitOwnRequests,
  async run(context, { plan: reference, pricingId }) {
    const { memberId } = requireSession(context);
    const found = await findMembershipPlan(context, reference);
    if (!found?.visible || found.status !== "active") throw resourceNotFound("membershipPlan", reference);
    await requireSubscriber(context, memberId);
    const plan = await requirePlan(context, { planId: found.id, memberId });
    const { priceAmount } = await requirePricing(context, plan.id, pricingId);
    if (priceAmount > 0) throw new Problem("invalid_state", "This membership is not free.", { allowed: [] });
    const none = { trialDays: 0, externalId: null, metadata: {} };
    return subscribe(context, plan, { memberId, pricingId, ...none, source: "purchase" });
  },
  audit: (_input, { id, planId }) => about("subscription", id, { planId: formatId("membershipPlan", planId) }),
  event: (_input, subscription) => subscriptionEvent("created", subscription),
});

export const findMyPlan = operation({
  name: "findMyPlan",
  summary: "Return whether the member has a membership plan",
  reads: forAnyone,
  input: z.object({ planId: Id("membershipPlan") }),
  output: z.object({
    subscribed: z.boolean(),
    /** True if the member has or had it: there is no further trial. */
    hadPlan: z.boolean(),
  }),
  async run(context, { planId }) {
    const memberId = memberOf(context.caller);
    if (memberId === null) return { subscribed: false, hadPlan: false };
    const had = await hadPlan(context, { memberId, planId });
    return { subscribed: had && (await hasPlan(context, { memberId, planId }, context.now)), hadPlan: had };
  },
});
