import { reconsiderCompletion } from "#domain/learning/progress/completion.ts";
import type { MovedEnrollment } from "#domain/memberships/subscriptions/queries.ts";
import type { SubscriptionRow } from "#domain/memberships/subscriptions/subscription.ts";
import type { Context } from "#domain/platform/context.ts";
import { recordEvents } from "#domain/platform/outbox/record-event.ts";
import { followSubscription } from "./follow-subscription.ts";
import { enrollmentEvent } from "#domain/learning/enrollments/enrollment.ts";

/** Records what a changed subscription means for its enrollments, and changes its recurring payment. */
export async function followChange(
  context: Context,
  changed: SubscriptionRow,
  moved: readonly MovedEnrollment[],
): Promise<void> {
  await recordEvents(
    context,
    moved.map((enrollment) => enrollmentEvent(happeningOf(enrollment), enrollment)),
  );
  await reconsiderCompletion(
    context,
    moved.filter(({ isBack, isLonger }) => isBack || isLonger).map((enrollment) => enrollment.id),
  );
  await followSubscription(context, changed);
}

function happeningOf({ isBack, isLonger }: MovedEnrollment) {
  if (isBack) return "enrollment.reactivated";
  return isLonger ? "enrollment.extended" : "enrollment.updated";
}
