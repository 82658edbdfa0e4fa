import type { Context } from "#domain/platform/context.ts";
import { formatId } from "#domain/platform/ids.ts";
import { formatTime } from "#domain/platform/time/format-time.ts";
import { occasions } from "#domain/messages/notifications/occasions.ts";
import { findPricing } from "#domain/offers/membership-pricings/queries.ts";
import { eventAbout } from "#domain/platform/outbox/event-about.ts";
import type { OutboxEvent } from "#domain/platform/outbox/outbox-event.ts";
import { recordEvent } from "#domain/platform/outbox/record-event.ts";
import { findSchool } from "#domain/site/school/queries.ts";
import { planNameOf } from "./queries.ts";
import type { SubscriptionRow } from "./subscription.ts";
import { notify } from "#domain/messages/notifications/notify.ts";

type Happening =
  | "created"
  | "activated"
  | "trial_ending"
  | "renewed"
  | "past_due"
  | "updated"
  | "paused"
  | "resumed"
  | "cancel_scheduled"
  | "canceled"
  | "expired";

export const subscriptionEvent = (
  type: Happening,
  { id, memberId, planId, status }: Pick<SubscriptionRow, "id" | "memberId" | "planId" | "status">,
): OutboxEvent =>
  eventAbout(`subscription.${type}`, "subscription", id, {
    member_id: formatId("member", memberId),
    plan_id: formatId("membershipPlan", planId),
    status,
  });

/** Emits an event to webhook subscribers. */
export const emit = (context: Context, type: Happening, subscription: SubscriptionRow): Promise<void> =>
  recordEvent(context, subscriptionEvent(type, subscription));

/** Notifications to the member, each with the time that it mentions. */
const messages = {
  started: (row: SubscriptionRow, plan: string) => occasions.subscriptionStarted(row, plan),
  extended: (row: SubscriptionRow, plan: string, end: string) => occasions.subscriptionExtended(row, plan, end),
  canceled: (row: SubscriptionRow, plan: string, end: string) => occasions.subscriptionCanceled(row, plan, end),
  ended: (row: SubscriptionRow, plan: string) => occasions.subscriptionEnded(row, plan),
  paused: (row: SubscriptionRow, plan: string, end: string) => occasions.subscriptionPaused(row, plan, end),
  switching: (row: SubscriptionRow, plan: string, at: string) => occasions.subscriptionSwitching(row, plan, at),
  switched: (row: SubscriptionRow, plan: string) => occasions.subscriptionSwitched(row, plan),
  switchFailed: (row: SubscriptionRow, plan: string) => occasions.subscriptionSwitchFailed(row, plan),
  resumed: (row: SubscriptionRow, plan: string) => occasions.subscriptionResumed(row, plan),
  trialEnding: (row: SubscriptionRow, plan: string, end: string) => occasions.trialEnding(row, plan, end),
};
type Occasion = keyof typeof messages;

/** Notifies the member of the subscription. */
export async function notifyMember(context: Context, what: Occasion, subscription: SubscriptionRow): Promise<void> {
  const next = what === "switching" && subscription.nextPricingId;
  const planId = next ? ((await findPricing(context, next))?.planId ?? subscription.planId) : subscription.planId;
  const plan = await planNameOf(context, planId);
  const time = timeOf(what, subscription);
  const formatted = time === null ? "" : formatTime(time, (await findSchool(context)).timeZone);
  await notify(context, { ...messages[what](subscription, plan, formatted), memberId: subscription.memberId });
}

/** Null if the notification mentions no time. */
function timeOf(what: Occasion, { cancelAt, endsAt, currentPeriodEnd, pausedUntil, trialEndsAt }: SubscriptionRow) {
  switch (what) {
    case "canceled":
      return cancelAt;
    case "extended":
      return endsAt ?? currentPeriodEnd;
    case "paused":
      return pausedUntil;
    case "switching":
      return currentPeriodEnd;
    case "trialEnding":
      return trialEndsAt;
    case "ended":
    case "resumed":
    case "started":
    case "switchFailed":
    case "switched":
      return null;
  }
}
