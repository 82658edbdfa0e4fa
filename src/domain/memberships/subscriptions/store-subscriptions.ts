import { recordset, sql } from "#database/statements/sql.ts";
import { table } from "#database/table/table.ts";
import { countedAt } from "#domain/platform/time/content-time.ts";
import type { SiteScope } from "#domain/platform/context.ts";
import { dueOf } from "./due.ts";
import { columns, lockPlans, type NewSubscription } from "./queries.ts";
import type { SubscriptionRow } from "./subscription.ts";
import { countsOfEach } from "#database/table/table-parts.ts";

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
  const requested = table("subscriptions").withIds(
    site.id,
    sql`select unnest(${ids}::uuid[])
         union all
        select id from ${table("subscriptions").under(site.id, "member_id", memberIds)}`,
  );
  await lockPlans(scope, sql`select unnest(${planIds}::uuid[]) union all select plan_id from ${requested}`);
  return db.many<SubscriptionRow>`
    select ${columns} from ${requested}
     where ${table("subscriptions").present}
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
      ${table("membership_plans").fromEach(site.id, countsOfEach(planIds))}`;
}
