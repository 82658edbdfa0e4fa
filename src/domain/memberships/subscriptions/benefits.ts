import { memberOf } from "#access/caller.ts";
import { sql } from "#database/statements/sql.ts";
import { table } from "#database/table/table.ts";
import type { Context, SiteScope } from "#domain/platform/context.ts";
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

/** A member's subscriptions that give benefits, with their plans. */
const benefitsOf = ({ site, now }: Pick<Context, "site" | "now">, memberId: string) => sql`
  subscriptions cross join ${table("membership_plans").joined(site.id, sql`subscriptions.plan_id`)}
  where subscriptions.site_id = ${site.id} and subscriptions.member_id = ${memberId} and ${givesBenefits(now)}`;

/**
 * Returns the largest discount on event tickets among the caller's subscriptions, in percent. 0 without one and for
 * visitors.
 */
export async function findEventDiscount(context: Context): Promise<number> {
  const memberId = memberOf(context.caller);
  if (memberId === null) return 0;
  const { percent } = await context.db.one<{ percent: number }>`
    select coalesce(max(membership_plans.event_discount_percent), 0)::integer as percent
      from ${benefitsOf(context, memberId)}`;
  return percent;
}

/** Returns true if a subscription of the member opens the posts of a category. */
export async function readsPostCategory(
  context: Context,
  { memberId, categoryId }: { memberId: string; categoryId: string },
): Promise<boolean> {
  const found = await context.db.first`
    select subscriptions.id from ${benefitsOf(context, memberId)}
       and ${categoryId}::uuid = any(membership_plans.post_category_ids)
     limit 1`;
  return found !== undefined;
}

/** Returns the IDs of the plans that open the posts of a category. */
export async function listPlansOfPostCategory({ db, site }: SiteScope, categoryId: string): Promise<string[]> {
  const found = await db.many<{ id: string }>`
    select membership_plans.id from membership_plans
     where membership_plans.site_id = ${site.id} and ${table("membership_plans").present}
       and ${categoryId}::uuid = any(membership_plans.post_category_ids)
     order by membership_plans.id limit 1000`;
  return found.map(({ id }) => id);
}

/** Returns the subscription that gives a member a digital product. */
export const findIncludedProduct = (
  context: Context,
  { memberId, productId }: { memberId: string; productId: string },
): Promise<{ subscriptionId: string; planId: string } | undefined> =>
  context.db.first<{ subscriptionId: string; planId: string }>`
    select subscriptions.id as subscription_id, subscriptions.plan_id from ${benefitsOf(context, memberId)}
       and ${productId}::uuid = any(membership_plans.digital_product_ids)
     order by subscriptions.starts_at, subscriptions.id limit 1`;
