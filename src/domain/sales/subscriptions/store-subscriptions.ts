import { recordset, sql } from "#database/sql.ts";
import { countedAt } from "#domain/platform/content-time.ts";
import type { SiteScope } from "#domain/platform/context.ts";
import { dueOf } from "./due.ts";
import { columns, lockPlansOf, type NewSubscription } from "./queries.ts";
import type { SubscriptionRow } from "./subscription.ts";
import { changesAt, countsOfEach } from "#domain/platform/rows-by-key.ts";

interface SubscriptionKeys {
  ids: readonly string[];
  memberIds: readonly string[];
  /** Plans of new subscriptions. */
  planIds: readonly string[];
}

/** Locks subscriptions by ID and all subscriptions of members until the transaction ends. Locks their plans first. */
export async function lockSubscriptionsFor(
  scope: SiteScope,
  { ids, memberIds, planIds }: SubscriptionKeys,
): Promise<SubscriptionRow[]> {
  const { db, site } = scope;
  const which = sql`
    subscriptions.id in (select unnest(${ids}::uuid[])
                          union all
                         select theirs.id from subscriptions theirs
                          where theirs.site_id = ${site.id} and theirs.member_id = any(${memberIds}::uuid[]))`;
  await lockPlansOf(scope, which, planIds);
  return db.many<SubscriptionRow>`
    select ${columns} from subscriptions
     where subscriptions.site_id = ${site.id} and subscriptions.deleted_at is null and ${which}
     order by subscriptions.id for no key update of subscriptions`;
}

/** Inserts subscriptions in one statement and updates the subscriber counts of their plans. */
export async function insertSubscriptions(
  { db, site }: SiteScope,
  subscriptions: readonly NewSubscription[],
  now: Date,
): Promise<void> {
  if (subscriptions.length === 0) return;
  const input = subscriptions.map((row) => ({ ...row, dueAt: dueOf(row) }));
  await db.run`
    insert into subscriptions (site_id, id, member_id, plan_id, pricing_id, next_pricing_id, status, source, starts_at,
                               trial_ends_at, trial_end_notified, current_period_start, current_period_end, period_anchor,
                               ends_at, is_lifetime, cancel_at_period_end, cancel_at, canceled_at, cancel_reason,
                               paused_at, paused_until, provider, due_at, external_id, metadata, created_at, updated_at)
    select ${site.id}, id, member_id, plan_id, pricing_id, next_pricing_id, status, source, starts_at, trial_ends_at,
           trial_end_notified, current_period_start, current_period_end, period_anchor, ends_at, is_lifetime,
           cancel_at_period_end, cancel_at, canceled_at, cancel_reason, paused_at, paused_until, provider, due_at,
           external_id, metadata, ${now}, ${now}
      from jsonb_populate_recordset(null::subscriptions, ${recordset(input)}::jsonb)`;
  const planIds = subscriptions
    .filter(({ status }) => status !== "canceled" && status !== "expired")
    .map(({ planId }) => planId);
  await db.run`
    update membership_plans
       set subscriber_count = membership_plans.subscriber_count + changed.by, ${countedAt(sql`membership_plans`, now)}
      from ${changesAt(site.id, countsOfEach(planIds))}
     where membership_plans.site_id = changed.site_id and membership_plans.id = changed.id`;
}
