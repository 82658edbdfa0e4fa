import * as z from "zod";
import { sql } from "#database/statements/sql.ts";
import { about } from "#domain/platform/audit/about.ts";
import { patchSchemaOf } from "#domain/platform/merge-patch/changes-of.ts";
import { unchanged } from "#domain/platform/outcome.ts";
import { differing, isEmptyPatch, computePatch } from "#domain/platform/merge-patch/compute-patch.ts";
import type { Context } from "#domain/platform/context.ts";
import { requireUnusedExternalId } from "#domain/platform/external-ids.ts";
import { ExternalId, Metadata } from "#domain/platform/fields.ts";
import type { MembershipPricingRow } from "#domain/offers/membership-pricings/membership-pricing.ts";
import { Id } from "#domain/platform/ids.ts";
import { inDays } from "#domain/platform/time/in-days.ts";
import { End } from "#domain/platform/time/instant.ts";
import { operation } from "#domain/platform/operation.ts";
import { invalidState, validationFailed } from "#domain/platform/problem.ts";
import { findTimeZone } from "#domain/platform/site/time-zone.ts";
import {
  changeSubscription,
  isCanceling,
  prepareSwitch,
  refuse,
  requireLockedSubscription,
  switchTo,
} from "./change.ts";
import { type SubscriptionChanges } from "./queries.ts";
import { serializeSubscription, Subscription, type SubscriptionRow } from "./subscription.ts";
import { subscriptionEvent, notifyMember } from "./notify.ts";

/** Fields without rules of their own. */
const plainFields = { externalId: ExternalId.nullable(), metadata: Metadata };

export const updateSubscription = operation({
  name: "updateSubscription",
  summary: "Update a subscription",
  description:
    "Changes the price from the next period on, also to one of another recurring plan, the end of a subscription that has one, or the metadata. The current price withdraws a change. Subscriptions that Stripe charges change immediately, which only staff in the admin area can do.",
  writes: "subscriptions:write",
  input: patchSchemaOf({ pricingId: Id("membershipPricing"), endsAt: End, ...plainFields }).extend({
    id: Id("subscription"),
  }),
  output: Subscription,
  async run(context, { id, pricingId, endsAt, externalId, metadata }) {
    const pricing = pricingId === undefined ? undefined : await prepareSwitch(context, id, pricingId);
    const existing = await requireLockedSubscription(context, id);
    const { status } = existing;
    const isOver = status === "canceled" || status === "expired";
    if (isCanceling(existing) || (isOver && (pricingId ?? endsAt) !== undefined)) throw refuse(existing, "changed");
    const subscriptions = { table: sql`subscriptions`, what: "subscription", own: id };
    await requireUnusedExternalId(context, subscriptions, externalId);
    const changes: SubscriptionChanges = {
      ...computePatch(plainFields, existing, { externalId, metadata }),
      ...differing(existing, {
        ...(pricing !== undefined && (await changeOfPrice(context, existing, pricing))),
        ...(endsAt !== undefined && { endsAt: newEnd(existing, endsAt, context.now) }),
      }),
    };
    if (isEmptyPatch(changes)) return unchanged(serializeSubscription(existing));
    return serializeSubscription(await changeSubscription(context, existing, changes));
  },
  event: (_input, subscription) => subscriptionEvent("updated", subscription),
});

/** Rejects tokens for a subscription that Stripe charges: it changes immediately, and no scope moves money. */
async function changeOfPrice(context: Context, existing: SubscriptionRow, pricing: MembershipPricingRow) {
  const isCharged = existing.source === "purchase" && existing.provider === "stripe";
  if (isCharged && context.caller.kind !== "session") {
    const instead = "Stripe charges this subscription. Change its price in the admin area.";
    throw invalidState("subscription", existing.status, "changed to another price", [], instead);
  }
  return switchTo(context, existing, pricing);
}

function newEnd({ endsAt, startsAt }: SubscriptionRow, requested: Date, now: Date): Date {
  if (endsAt === null) {
    throw validationFailed("/endsAt", "not_applicable", "This subscription has no end. Cancel it on a date instead.");
  }
  if (requested > now && requested > startsAt) return requested;
  throw validationFailed(
    "/endsAt",
    "too_small",
    "Expected a time in the future. To end the subscription now, cancel it.",
  );
}

export const extendSubscription = operation({
  name: "extendSubscription",
  summary: "Extend a subscription",
  description: "Adds days of the school's calendar without a charge.",
  writes: "subscriptions:write",
  input: z.object({ id: Id("subscription"), days: z.number().int().min(1).max(36_500) }),
  output: Subscription,
  async run(context, { id, days }) {
    const existing = await requireLockedSubscription(context, id);
    const extended = await changeSubscription(context, existing, await longerBy(context, days, existing));
    await notifyMember(context, "extended", extended);
    return serializeSubscription(extended);
  },
  audit: ({ days }, { id }) => about("subscription", id, { days }),
  event: (_input, subscription) => subscriptionEvent("updated", subscription),
});

const extensible: ReadonlySet<SubscriptionRow["status"]> = new Set(["incomplete", "trialing", "active", "past_due"]);

/**
 * Moves the end of the subscription or, if it has none, the end of its trial or period. The next period starts later
 * accordingly.
 */
async function longerBy(context: Context, days: number, existing: SubscriptionRow): Promise<SubscriptionChanges> {
  if (isCanceling(existing) || !extensible.has(existing.status)) throw refuse(existing, "extended");
  const { endsAt, trialEndsAt, currentPeriodEnd, status } = existing;
  const { now } = context;
  const timeZone = await findTimeZone(context);
  const later = (time: Date) => inDays(timeZone, time > now ? time : now, days, "/days");
  const isGood = status === "past_due" && { status: "active" as const };
  if (endsAt !== null) return { ...isGood, endsAt: later(endsAt) };
  if (existing.source === "purchase" && existing.provider === "stripe") {
    const instead = "Stripe charges this subscription. Extend it in Stripe's dashboard.";
    throw invalidState("subscription", status, "extended", ["paused", "canceled"], instead);
  }
  if (currentPeriodEnd === null) throw invalidState("subscription", "for life", "extended", ["paused", "canceled"]);
  const end = later(currentPeriodEnd);
  const isTrial = trialEndsAt !== null && trialEndsAt.getTime() === currentPeriodEnd.getTime();
  const trial = isTrial && { trialEndsAt: end };
  const { graceEndsAt } = existing;
  const grace = graceEndsAt && {
    graceEndsAt: new Date(graceEndsAt.getTime() + end.getTime() - currentPeriodEnd.getTime()),
  };
  return { ...isGood, ...trial, ...grace, currentPeriodEnd: end, periodAnchor: end };
}
