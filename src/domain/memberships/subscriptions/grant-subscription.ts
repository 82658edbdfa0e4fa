import * as z from "zod";
import { about } from "#domain/platform/audit/about.ts";
import { ExternalId, Metadata } from "#domain/platform/fields.ts";
import { formatId, Id } from "#domain/platform/ids.ts";
import { End, Start } from "#domain/platform/time/instant.ts";
import { operation } from "#domain/platform/operation.ts";
import { requirePricing } from "./require-pricing.ts";
import { Subscription } from "./subscription.ts";
import { subscriptionEvent } from "./notify.ts";
import { requirePlan, requireSubscriber, subscribe } from "./subscribe.ts";

export const grantSubscription = operation({
  name: "grantSubscription",
  summary: "Grant a subscription",
  description: "Gives a member a membership plan without payment. The member is never charged for it.",
  writes: "subscriptions:write",
  input: z.object({
    memberId: Id("member"),
    planId: Id("membershipPlan"),
    pricingId: Id("membershipPricing")
      .optional()
      .meta({ description: "Defines the billing period of a recurring plan" }),
    startsAt: Start.optional().meta({ description: "Defaults to now" }),
    endsAt: End.optional().meta({ description: "Overrides the end that the plan defines" }),
    trialDays: z.number().int().min(0).max(365).default(0),
    externalId: ExternalId.nullable().default(null),
    metadata: Metadata.default({}),
  }),
  output: Subscription,
  async run(context, { memberId, planId, pricingId = null, startsAt, endsAt, trialDays, externalId, metadata }) {
    await requireSubscriber(context, memberId);
    const plan = await requirePlan(context, { planId, memberId });
    if (pricingId !== null) await requirePricing(context, planId, pricingId);
    const request = { memberId, pricingId, startsAt, endsAt, trialDays, externalId, metadata };
    return subscribe(context, plan, { ...request, source: "manual" });
  },
  audit: ({ planId, memberId }, { id }) =>
    about("subscription", id, { planId: formatId("membershipPlan", planId), memberId: formatId("member", memberId) }),
  event: (_input, subscription) => subscriptionEvent("created", subscription),
});
