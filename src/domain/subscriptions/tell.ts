import type { Context } from "#domain/context.ts";
import { formatId } from "#domain/ids.ts";
import { momentInWords } from "#domain/notifications/moment-in-words.ts";
import { notify } from "#domain/notifications/notify.ts";
import { occasions } from "#domain/notifications/occasions.ts";
import { type OutboxEvent, recordEvent } from "#domain/outbox/record-event.ts";
import { findSchool } from "#domain/school/queries.ts";
import { planNameOf } from "./queries.ts";
import type { SubscriptionRow } from "./subscription.ts";

type Happening =
  | "created"
  | "activated"
  | "trial_ending"
  | "renewed"
  | "updated"
  | "paused"
  | "resumed"
  | "cancel_scheduled"
  | "canceled"
  | "expired";

export const subscriptionEvent = (
  type: Happening,
  { id, memberId, planId, status }: Pick<SubscriptionRow, "id" | "memberId" | "planId" | "status">,
): OutboxEvent => ({
  type: `subscription.${type}`,
  objectId: formatId("subscription", id),
  data: {
    object: "subscription",
    id: formatId("subscription", id),
    member_id: formatId("member", memberId),
    plan_id: formatId("membershipPlan", planId),
    status,
  },
});

/** Whoever follows subscriptions. */
export const tellOf = (context: Context, type: Happening, subscription: SubscriptionRow): Promise<void> =>
  recordEvent(context, subscriptionEvent(type, subscription));

/** The member whose it is. */
export async function tellMember(
  context: Context,
  what: "started" | "extended" | "canceled" | "ended",
  subscription: SubscriptionRow,
): Promise<void> {
  const { memberId } = subscription;
  const plan = await planNameOf(context, subscription.planId);
  if (what === "started") await notify(context, { ...occasions.subscriptionStarted(subscription, plan), memberId });
  if (what === "ended") await notify(context, { ...occasions.subscriptionEnded(subscription, plan), memberId });
  if (what === "started" || what === "ended") return;
  const end = what === "canceled" ? subscription.cancelAt : (subscription.endsAt ?? subscription.currentPeriodEnd);
  const inWords = end === null ? "" : momentInWords(end, (await findSchool(context)).timeZone);
  const occasion = what === "canceled" ? occasions.subscriptionCanceled : occasions.subscriptionExtended;
  await notify(context, { ...occasion(subscription, plan, inWords), memberId });
}
