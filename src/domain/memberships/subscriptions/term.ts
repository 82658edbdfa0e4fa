import type { Context } from "#domain/platform/context.ts";
import type { MembershipPlanRecord } from "#domain/offers/membership-plans/membership-plan.ts";
import { inDays } from "#domain/platform/time/in-days.ts";
import { invalidState, validationFailed } from "#domain/platform/problem.ts";
import { findTimeZone } from "#domain/platform/site/time-zone.ts";
import { trialNotice } from "./due.ts";
import { firstPeriod, type Period, periodAt } from "./periods.ts";
import { type NewSubscription, rhythmOf } from "./queries.ts";

interface TermInput {
  startsAt: Date | undefined;
  endsAt: Date | undefined;
  trialDays: number;
  pricingId: string | null;
}

type Term = Pick<
  NewSubscription,
  | "status"
  | "startsAt"
  | "endsAt"
  | "isLifetime"
  | "trialEndsAt"
  | "trialEndNotified"
  | "currentPeriodStart"
  | "currentPeriodEnd"
  | "periodAnchor"
>;

/** Returns start, end and first period of a new subscription. */
export async function termOf(context: Context, plan: MembershipPlanRecord, requested: TermInput): Promise<Term> {
  const { now } = context;
  const timeZone = await findTimeZone(context);
  const startsAt = requested.startsAt ?? now;
  const isLifetime = plan.planType === "lifetime";
  if (isLifetime && requested.trialDays > 0) {
    throw validationFailed("/trialDays", "not_applicable", "Lifetime plans cannot have a trial.");
  }
  const endsAt = endOf(plan, { startsAt, timeZone }, requested.endsAt, now);
  const trialEndsAt = requested.trialDays > 0 ? inDays(timeZone, startsAt, requested.trialDays, "/trialDays") : null;
  if (trialEndsAt !== null && endsAt !== null && trialEndsAt >= endsAt) {
    throw validationFailed("/trialDays", "too_big", "The trial must end before the subscription does.");
  }
  const isTrial = trialEndsAt !== null && trialEndsAt > now;
  const period = plan.planType === "recurring" ? await periodOf(context, startsAt, trialEndsAt, requested) : undefined;
  return {
    status: startsAt > now ? "incomplete" : isTrial ? "trialing" : "active",
    startsAt,
    endsAt,
    isLifetime,
    trialEndsAt,
    // A trial shorter than the notice period gets no notice.
    trialEndNotified: trialEndsAt === null || trialEndsAt.getTime() - startsAt.getTime() <= trialNotice,
    ...(period ?? { currentPeriodStart: null, currentPeriodEnd: null, periodAnchor: null }),
  };
}

/** The start of a subscription, and the time zone of the school, whose days count. */
interface Start {
  startsAt: Date;
  timeZone: string;
}

function endOf(plan: MembershipPlanRecord, start: Start, requested: Date | undefined, now: Date): Date | null {
  const endsAt = requested ?? endOfPlan(plan, start);
  if (endsAt === null) return null;
  if (plan.planType === "lifetime") {
    throw validationFailed("/endsAt", "not_applicable", "A lifetime plan cannot have an end.");
  }
  if (endsAt > now && endsAt > start.startsAt) return endsAt;
  if (requested === undefined && plan.planType === "fixed_date") {
    throw invalidState("membership plan", "over", "subscribed to", [], "Set a later fixed_end_date first.");
  }
  throw validationFailed("/endsAt", "too_small", "The end must be in the future and after the start.");
}

/** Returns the end of a membership by its plan. Null: it has none. */
export function endOfPlan(
  { fixedEndDate, lengthDays }: Pick<MembershipPlanRecord, "fixedEndDate" | "lengthDays">,
  { startsAt, timeZone }: Start,
): Date | null {
  if (fixedEndDate !== null) return fixedEndDate;
  return lengthDays === null ? null : inDays(timeZone, startsAt, lengthDays, "/startsAt");
}

/** A trial is a period of its own. The first billing period starts when it ends. */
async function periodOf(
  context: Context,
  startsAt: Date,
  trialEndsAt: Date | null,
  { pricingId }: TermInput,
): Promise<Period> {
  const { now } = context;
  if (trialEndsAt !== null && trialEndsAt > now) {
    return { currentPeriodStart: startsAt, currentPeriodEnd: trialEndsAt, periodAnchor: trialEndsAt };
  }
  const rhythm = await rhythmOf(context, pricingId);
  const first = firstPeriod(trialEndsAt ?? startsAt, rhythm);
  return first.currentPeriodEnd > now ? first : periodAt(now, first, rhythm);
}
