import type { SiteScope } from "#domain/platform/context.ts";
import { givesBenefits } from "./queries.ts";
import type { SubscriptionRow } from "./subscription.ts";

/** A subscription that gives a member access to a course. */
export type CourseAccess = Pick<
  SubscriptionRow,
  "id" | "planId" | "status" | "startsAt" | "trialEndsAt" | "currentPeriodEnd" | "graceEndsAt" | "endsAt" | "cancelAt"
>;

/** Returns the oldest subscription that currently gives the member access to the course. */
export const findCourseAccess = (
  { db, site }: SiteScope,
  { memberId, courseId }: { memberId: string; courseId: string },
  now: Date,
): Promise<CourseAccess | undefined> =>
  db.first<CourseAccess>`
    select subscriptions.id, subscriptions.plan_id, subscriptions.status, subscriptions.starts_at,
           subscriptions.trial_ends_at, subscriptions.current_period_end, subscriptions.grace_ends_at,
           subscriptions.ends_at, subscriptions.cancel_at
      from subscriptions
      join membership_plans
        on membership_plans.site_id = subscriptions.site_id and membership_plans.id = subscriptions.plan_id
     where subscriptions.site_id = ${site.id} and subscriptions.member_id = ${memberId} and ${givesBenefits(now)}
       and (membership_plans.all_courses
            or exists (select from membership_plan_courses included
                        where included.site_id = subscriptions.site_id and included.plan_id = subscriptions.plan_id
                          and included.course_id = ${courseId}))
     order by subscriptions.starts_at, subscriptions.id limit 1`;
