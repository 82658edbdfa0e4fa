import * as z from "zod";
import { sql } from "#database/statements/sql.ts";
import { table } from "#database/table/table.ts";
import { inIndexOrder } from "#database/statements/statement.ts";
import type { Context } from "#domain/platform/context.ts";
import { Id } from "#domain/platform/ids.ts";
import { Instant } from "#domain/platform/time/instant.ts";
import { findPricing } from "#domain/offers/membership-pricings/queries.ts";
import { isCanceling } from "#domain/memberships/subscriptions/change.ts";
import { findSubscription } from "#domain/memberships/subscriptions/queries.ts";
import type { SubscriptionRow } from "#domain/memberships/subscriptions/subscription.ts";
import { type Agreement, isOver } from "./agreement.ts";
import { billsItself } from "#domain/site/selling/payment-provider.ts";

/** A price that a recurring payment can change to. */
const SwitchOption = z.object({
  id: Id("membershipPricing"),
  planName: z.string(),
  label: z.string().nullable(),
  amount: z.number().int(),
  currency: z.string(),
  interval: z.enum(["day", "week", "month", "year"]),
  intervalCount: z.number().int(),
  /** The form sends it back, so that it changes to the price that it shows. */
  terms: z.string(),
});
type SwitchOption = z.output<typeof SwitchOption>;

type Terms = Pick<SwitchOption, "amount" | "currency" | "intervalCount"> & { interval: string | null };

/** Returns amount and interval as one text, to compare what was shown with what would be charged. */
export const termsOf = ({ amount, currency, interval, intervalCount }: Terms): string =>
  [amount, currency, interval, intervalCount].join(" ");

const withTerms = (found: Omit<SwitchOption, "terms">): SwitchOption => ({ ...found, terms: termsOf(found) });

export const Switching = z.object({
  options: z.array(SwitchOption),
  /** The change that was chosen. */
  chosen: SwitchOption.nullable(),
  /** When a change takes effect. Null: immediately, and the provider charges or credits the rest of the period. */
  at: Instant.nullable(),
});

/** Returns what the member can change a membership to. No options while it is overdue, paused or ending. */
export async function switchingOf(
  context: Context,
  { subscriptionId, provider, periodEnd, ...agreement }: Agreement,
): Promise<z.output<typeof Switching>> {
  const subscription = subscriptionId === null ? undefined : await findSubscription(context, subscriptionId);
  const at = billsItself(provider) ? null : periodEnd;
  if (!subscription || isOver(agreement)) return { options: [], chosen: null, at };
  const { nextPricingId } = subscription;
  const chosenOption = nextPricingId === null ? null : await optionOf(context, nextPricingId);
  return {
    options: isSwitchable(subscription) ? await optionsFor(context, subscription) : [],
    chosen: chosenOption,
    at,
  };
}

export const isSwitchable = (subscription: SubscriptionRow): boolean =>
  (subscription.status === "active" || subscription.status === "trialing") && !isCanceling(subscription);

const columns = sql`
  membership_pricings.id, membership_plans.name as plan_name, membership_pricings.label,
  membership_pricings.price_amount as amount, membership_pricings.price_currency as currency,
  membership_pricings.interval, membership_pricings.interval_count`;

async function optionOf({ db, site }: Context, pricingId: string): Promise<SwitchOption | null> {
  const found = await db.first<Omit<SwitchOption, "terms">>`
    select ${columns} from ${table("membership_pricings").withIds(site.id, [pricingId])}
     cross join ${table("membership_plans").of("membership_pricings", "plan_id")}`;
  return found ? withTerms(found) : null;
}

const maxOptions = 50;

/** Prices of the plans in the catalog, and of the current plan, in the currency of the subscription. In a trial: only the latter. */
async function optionsFor(context: Context, { pricingId, planId, status }: SubscriptionRow): Promise<SwitchOption[]> {
  const { db, site } = context;
  const current = pricingId === null ? undefined : await findPricing(context, pricingId);
  if (!current) return [];
  const listed = status === "active" ? maxOptions : 0;
  const pricings = await db.many<Omit<SwitchOption, "terms">>`
    with listed as (
      select id, name, position, plan_type from membership_plans
       where membership_plans.site_id = ${site.id} and membership_plans.status = 'active' and membership_plans.visible
         and membership_plans.deleted_at is null
       order by membership_plans.position, membership_plans.id limit ${listed} ${inIndexOrder}
    ), offered as (
      select * from listed
       union
      select membership_plans.id, membership_plans.name, membership_plans.position, membership_plans.plan_type
        from ${table("membership_plans").withIds(site.id, [planId])}
    )
    select ${columns} from offered as membership_plans
     cross join ${table("membership_pricings").under(site.id, "plan_id", sql`membership_plans.id`)}
     where membership_plans.plan_type = 'recurring'
       and membership_pricings.active and membership_pricings.deleted_at is null
       and membership_pricings.interval is not null and membership_pricings.price_amount > 0
       and membership_pricings.price_currency = ${current.priceCurrency} and membership_pricings.id <> ${current.id}
     order by membership_plans.position, membership_plans.id, membership_pricings.price_amount limit ${maxOptions}`;
  return pricings.map(withTerms);
}
