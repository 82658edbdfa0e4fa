import { assignments, rows, type Sql, sql } from "#database/statements/sql.ts";
import { defineTable } from "#database/table/define-table.ts";
import { table } from "#database/table/table.ts";
import { countedAt } from "#domain/platform/time/content-time.ts";
import type { SiteScope } from "#domain/platform/context.ts";
import { findTimeZone } from "#domain/platform/site/time-zone.ts";
import { dueOf } from "./due.ts";
import type { Rhythm, ZonedRhythm } from "./periods.ts";
import type { SubscriptionRow } from "./subscription.ts";

export const { columns, find: findSubscription } = defineTable<SubscriptionRow>("subscriptions", {
  without:
    "counted_currency counted_ended_at counted_monthly counted_pricing_id counted_started_at counted_status source_id",
});

/** Condition for subscriptions that have not ended, including paused ones. */
export const hasNotEnded = (now: Date): Sql => sql`
  subscriptions.status in ('incomplete', 'trialing', 'active', 'past_due', 'paused')
  and (subscriptions.ends_at is null or subscriptions.ends_at > ${now}) and subscriptions.deleted_at is null`;

/** Condition for subscriptions that currently give benefits, independent of the scheduler. */
export const givesBenefits = (now: Date): Sql => sql`
  subscriptions.status in ('trialing', 'active', 'past_due', 'canceled') and subscriptions.starts_at <= ${now}
  and (subscriptions.ends_at is null or subscriptions.ends_at > ${now})
  and (subscriptions.cancel_at is null or subscriptions.cancel_at > ${now})
  and (subscriptions.grace_ends_at is null or subscriptions.grace_ends_at > ${now})
  and subscriptions.deleted_at is null`;

/** Finds a subscription and locks it until the transaction ends. */
export const lockSubscription = async (scope: SiteScope, id: string): Promise<SubscriptionRow | undefined> =>
  (await lockSubscriptions(scope, [id]))[0];

/**
 * Locks subscriptions in ID order. Locks their plans first, because plans count subscribers and granting locks the
 * plan first.
 */
export async function lockSubscriptions(scope: SiteScope, ids: readonly string[]): Promise<SubscriptionRow[]> {
  const { db, site } = scope;
  const requested = table("subscriptions").withIds(site.id, ids);
  await lockPlans(
    scope,
    sql`
      select plan_id from ${requested}
       union all
      select membership_pricings.plan_id from ${requested}
       cross join ${table("membership_pricings").joined(site.id, sql`subscriptions.next_pricing_id`)}`,
  );
  return db.many<SubscriptionRow>`
    select ${columns} from ${requested} where ${table("subscriptions").present} order by id for no key update`;
}

/** Locks a member's subscriptions that have not ended. The caller must lock the member. */
export async function lockSubscriptionsOf(scope: SiteScope, memberId: string, now: Date): Promise<SubscriptionRow[]> {
  const { db, site } = scope;
  const theirs = sql`subscriptions where site_id = ${site.id} and member_id = ${memberId} and ${hasNotEnded(now)}`;
  await lockPlans(scope, sql`select plan_id from ${theirs}`);
  return db.many<SubscriptionRow>`select ${columns} from ${theirs} order by id for no key update`;
}

/** Locks the plans whose IDs a query returns until the transaction ends. */
export async function lockPlans({ db, site }: SiteScope, planIds: Sql): Promise<void> {
  await db.run`
    select membership_plans.id from ${table("membership_plans").withIds(site.id, planIds)}
     order by membership_plans.id for no key update of membership_plans`;
}

/** Returns the plans to which each of these two members has a subscription that has not ended. */
export const listSharedPlans = async (
  { db, site }: SiteScope,
  [one, other]: readonly [string, string],
  now: Date,
): Promise<string[]> => {
  const found = await db.many<{ planId: string }>`
    select distinct subscriptions.plan_id from subscriptions
     where subscriptions.site_id = ${site.id} and subscriptions.member_id = ${one} and ${hasNotEnded(now)}
       and subscriptions.plan_id in (
             select subscriptions.plan_id from subscriptions
              where subscriptions.site_id = ${site.id} and subscriptions.member_id = ${other} and ${hasNotEnded(now)})
     order by plan_id`;
  return found.map(({ planId }) => planId);
};

/** A plan of a member, and a subscription that does not count. */
interface PlanOfMember extends Pick<SubscriptionRow, "memberId" | "planId"> {
  except?: string;
}

/** Returns true if the member has a subscription to the plan, or one that changes to it with its next period. */
export const hasPlan = async (scope: SiteScope, plan: PlanOfMember, now: Date): Promise<boolean> =>
  (await hasPlanNow(scope, plan, now)) || (await changesToPlan(scope, plan, now));

const hasPlanNow = async ({ db, site }: SiteScope, { memberId, planId, except = noId }: PlanOfMember, now: Date) =>
  (await db.first`
    select id from subscriptions
     where site_id = ${site.id} and member_id = ${memberId} and plan_id = ${planId} and id <> ${except}
       and ${hasNotEnded(now)} limit 1`) !== undefined;

const changesToPlan = async ({ db, site }: SiteScope, { memberId, planId, except = noId }: PlanOfMember, now: Date) =>
  (await db.first`
    select subscriptions.id from subscriptions
     cross join ${table("membership_pricings").joined(site.id, sql`subscriptions.next_pricing_id`)}
     where subscriptions.site_id = ${site.id} and subscriptions.member_id = ${memberId} and subscriptions.id <> ${except}
       and subscriptions.next_pricing_id is not null and membership_pricings.plan_id = ${planId}
       and ${hasNotEnded(now)} limit 1`) !== undefined;

/** Excludes nothing. */
const noId = "00000000-0000-0000-0000-000000000000";

/** Returns true if the member has or had a subscription to the plan, also one that has changed to another plan since. */
export const hadPlan = async (scope: SiteScope, plan: Pick<SubscriptionRow, "memberId" | "planId">): Promise<boolean> =>
  (await isOfPlan(scope, plan)) || (await hasPaidPlan(scope, plan));

const isOfPlan = async ({ db, site }: SiteScope, { memberId, planId }: Pick<SubscriptionRow, "memberId" | "planId">) =>
  (await db.first`
    select id from subscriptions
     where site_id = ${site.id} and member_id = ${memberId} and plan_id = ${planId} limit 1`) !== undefined;

/** Orders of a member that are read. More than any person has bought. */
const maxOrders = 1000;

/** A subscription has the plan of today, its orders have those of their time. Gifts to others are not included. */
const hasPaidPlan = async (
  { db, site }: SiteScope,
  { memberId, planId }: Pick<SubscriptionRow, "memberId" | "planId">,
) =>
  (await db.first`
    select subscriptions.id
      from (select id from orders
             where orders.site_id = ${site.id} and orders.member_id = ${memberId}
             order by orders.placed_at desc, orders.id desc limit ${maxOrders}) as placed
     cross join ${table("order_lines").under(site.id, "order_id", sql`placed.id`)}
     cross join ${table("membership_pricings").of("order_lines", "product_id")}
     cross join ${table("subscriptions").of("order_lines", "fulfilled_id")}
     where membership_pricings.plan_id = ${planId} and subscriptions.member_id = ${memberId} limit 1`) !== undefined;

export type NewSubscription = Omit<SubscriptionRow, "dueAt" | "graceEndsAt" | "version" | "createdAt" | "updatedAt">;

/**
 * Inserts a subscription and increments the plan's subscriber count. Returns false if the external ID is already
 * taken.
 */
export async function insertSubscription(
  { db, site }: SiteScope,
  subscription: NewSubscription,
  now: Date,
): Promise<boolean> {
  const row = { siteId: site.id, ...subscription, dueAt: dueOf(subscription), createdAt: now, updatedAt: now };
  if ((await db.run`insert into subscriptions ${rows(row)} on conflict do nothing`) === 0) return false;
  if (!isOver(subscription)) await countSubscribers({ db, site }, subscription.planId, 1, now);
  return true;
}

const isOver = ({ status }: Pick<SubscriptionRow, "status">) => status === "canceled" || status === "expired";

export type SubscriptionChanges = Partial<Omit<SubscriptionRow, "id" | "dueAt" | "version" | "createdAt">>;

/** Updates a locked subscription and returns its new state. Counts subscribers of plans that it leaves or joins. */
export async function updateSubscription(
  { db, site }: SiteScope,
  existing: SubscriptionRow,
  changes: SubscriptionChanges,
  now: Date,
): Promise<SubscriptionRow> {
  const dueAt = dueOf({ ...existing, ...changes });
  await db.run`
    update subscriptions set ${assignments({ ...changes, dueAt, updatedAt: now })}, version = version + 1
     where site_id = ${site.id} and id = ${existing.id}`;
  const changed = { ...existing, ...changes, dueAt, updatedAt: now, version: existing.version + 1 };
  const hasLeft = changed.planId !== existing.planId;
  if ((hasLeft || isOver(changed)) && !isOver(existing)) await countSubscribers({ db, site }, existing.planId, -1, now);
  if (hasLeft && !isOver(changed)) await countSubscribers({ db, site }, changed.planId, 1, now);
  return changed;
}

async function countSubscribers({ db, site }: SiteScope, planId: string, by: number, now: Date): Promise<void> {
  await db.run`
    update membership_plans
       set subscriber_count = greatest(subscriber_count + ${by}::integer, 0), ${countedAt(sql`membership_plans`, now)}
     where site_id = ${site.id} and id = ${planId}`;
}

export const planNameOf = async ({ db, site }: SiteScope, planId: string): Promise<string> =>
  (
    await db.one<{ name: string }>`
    select name from membership_plans where site_id = ${site.id} and id = ${planId}`
  ).name;

/** Returns the billing interval of a price, in the school's time zone. Default: one month. */
export async function rhythmOf(scope: SiteScope, pricingId: string | null): Promise<ZonedRhythm> {
  const { db, site } = scope;
  const timeZone = await findTimeZone(scope);
  const pricing = await db.first<{ interval: Rhythm["interval"] | null; intervalCount: number }>`
    select interval, interval_count from membership_pricings where site_id = ${site.id} and id = ${pricingId}`;
  const { interval = null, intervalCount = 1 } = pricing ?? {};
  return interval === null ? { interval: "month", intervalCount: 1, timeZone } : { interval, intervalCount, timeZone };
}

/** An enrollment whose end changed. */
export interface MovedEnrollment {
  id: string;
  studentId: string;
  courseId: string;
  /** True if it had expired and is active again. */
  isBack: boolean;
  isLonger: boolean;
}

/** A membership that gives access, as its member reads it. */
export interface IncludingPlan {
  name: string;
  /** Null while the membership renews. */
  endsAt: Date | null;
}

/** Returns the plans of subscriptions by the ID of the subscription. */
export async function listIncludingPlans(
  { db, site }: SiteScope,
  ids: readonly string[],
): Promise<Map<string, IncludingPlan>> {
  if (ids.length === 0) return new Map();
  const found = await db.many<IncludingPlan & { id: string }>`
    select subscriptions.id, membership_plans.name,
           coalesce(subscriptions.cancel_at, subscriptions.ends_at) as ends_at
      from ${table("subscriptions").withIds(site.id, ids)}
     cross join ${table("membership_plans").of("subscriptions", "plan_id")}`;
  return new Map(found.map(({ id, ...plan }) => [id, plan]));
}

/** Returns the names of other plans that the member pays for regularly and has not canceled. */
export const listOtherPlans = ({ db, site }: SiteScope, memberId: string, planId: string, now: Date) =>
  db.many<{ name: string }>`
    select distinct membership_plans.name from subscriptions
      cross join ${table("membership_plans").of("subscriptions", "plan_id")}
     where subscriptions.site_id = ${site.id} and subscriptions.member_id = ${memberId} and ${hasNotEnded(now)}
       and subscriptions.plan_id <> ${planId} and subscriptions.cancel_at is null and subscriptions.ends_at is null
       and membership_plans.plan_type = 'recurring'
     order by membership_plans.name limit 5`;
