import { memberOf } from "#access/caller.ts";
import { sql } from "#database/sql.ts";
import type { Context, SiteScope } from "#domain/platform/context.ts";
import { isPresentIn } from "#domain/platform/is-present.ts";
import { givesBenefits } from "./queries.ts";

const withPlan = sql`
  subscriptions
  join membership_plans
    on membership_plans.site_id = subscriptions.site_id and membership_plans.id = subscriptions.plan_id`;

/**
 * Returns the largest discount on event tickets among the caller's subscriptions, in percent. 0 without one and for
 * visitors.
 */
export async function findEventDiscount({ db, site, caller, now }: Context): Promise<number> {
  const memberId = memberOf(caller);
  if (memberId === null) return 0;
  const { percent } = await db.one<{ percent: number }>`
    select coalesce(max(membership_plans.event_discount_percent), 0)::integer as percent from ${withPlan}
     where subscriptions.site_id = ${site.id} and subscriptions.member_id = ${memberId} and ${givesBenefits(now)}`;
  return percent;
}

/** Returns true if a subscription of the member opens the posts of a category. */
export async function readsPostCategory(
  { db, site, now }: Context,
  { memberId, categoryId }: { memberId: string; categoryId: string },
): Promise<boolean> {
  const found = await db.first`
    select subscriptions.id from ${withPlan}
     where subscriptions.site_id = ${site.id} and subscriptions.member_id = ${memberId} and ${givesBenefits(now)}
       and ${categoryId}::uuid = any(membership_plans.post_category_ids)
     limit 1`;
  return found !== undefined;
}

/** Returns the IDs of the plans that open the posts of a category. */
export async function listPlansOfPostCategory({ db, site }: SiteScope, categoryId: string): Promise<string[]> {
  const found = await db.many<{ id: string }>`
    select membership_plans.id from membership_plans
     where membership_plans.site_id = ${site.id} and ${isPresentIn(sql`membership_plans`)}
       and ${categoryId}::uuid = any(membership_plans.post_category_ids)
     order by membership_plans.id limit 1000`;
  return found.map(({ id }) => id);
}

/** Returns the subscription that gives a member a digital product. */
export const findIncludedProduct = (
  { db, site, now }: Context,
  { memberId, productId }: { memberId: string; productId: string },
): Promise<{ subscriptionId: string } | undefined> =>
  db.first<{ subscriptionId: string }>`
    select subscriptions.id as subscription_id from ${withPlan}
     where subscriptions.site_id = ${site.id} and subscriptions.member_id = ${memberId} and ${givesBenefits(now)}
       and ${productId}::uuid = any(membership_plans.digital_product_ids)
     order by subscriptions.starts_at, subscriptions.id limit 1`;
