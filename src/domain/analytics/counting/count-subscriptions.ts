import { type Sql, sql } from "#database/statements/sql.ts";
import type { SiteScope } from "#domain/platform/context.ts";
import { addingUp, type Chunk, type Counted } from "#domain/platform/rollups/add-up.ts";
import { uncounted } from "./uncounted.ts";

/** Monthly value of a recurring price, for an average month: a year has 52.1775 weeks. */
const monthly = (amount: Sql) => sql`
  round(${amount}::numeric / interval_count
        * case interval when 'year' then 1 / 12.0 when 'month' then 1
                        when 'week' then 365.2425 / 84 else 365.2425 / 12 end)::bigint`;

/** The price may have changed since, which does not change what a subscription is charged. */
const counted = sql`
  case when taken.counted_pricing_id = taken.pricing_id then nullif(taken.counted_monthly, 0) end`;

/**
 * Counts new and ended subscriptions, and MRR as signed steps at the times of change. A subscription that ended
 * before its first count gets both steps.
 */
export const countSubscriptions = ({ db, site }: SiteScope, { limit, after }: Chunk) =>
  db.write.first<Counted>`
    with found as (
      select taken.*, coalesce(agreed.currency, pricings.price_currency) as price_currency,
             coalesce(case when taken.provider is not null then coalesce(agreed.worth, ${counted}, pricings.worth) end, 0)
               as worth
        from (select * from subscriptions
               where site_id = ${site.id} and ${uncounted.subscriptions} and id > ${after}::uuid
               order by id limit ${limit} for no key update skip locked) as taken
        left join lateral (
          select currency, ${monthly(sql`amount`)} as worth from billing_agreements
           where billing_agreements.site_id = ${site.id} and billing_agreements.subscription_id = taken.id
           order by created_at desc limit 1) as agreed on true
        left join lateral (
          select price_currency, case when interval is not null then ${monthly(sql`price_amount`)} end as worth from membership_pricings
           where membership_pricings.site_id = ${site.id} and membership_pricings.id = taken.pricing_id
           limit 1) as pricings on true
    ), states as (
      select found.id, found.plan_id, found.pricing_id, found.price_currency, found.worth, found.updated_at,
             found.counted_status, found.counted_monthly, found.counted_currency, found.counted_started_at,
             found.counted_ended_at, coalesce(found.trial_ends_at, found.starts_at) as charged_from,
             case when deleted_at is null then status else 'deleted' end as status,
             case when deleted_at is null and status <> 'incomplete' and (ends_at is null or ends_at > starts_at)
                  then starts_at end as started_at,
             case when deleted_at is null and status in ('canceled', 'expired') and ends_at > starts_at then ends_at end
               as ended_at,
             case when deleted_at is null and status in ('active', 'past_due') then worth else 0 end as monthly
        from found
    ), marked as (
      update subscriptions
         set counted_status = states.status, counted_started_at = states.started_at,
             counted_ended_at = states.ended_at, counted_pricing_id = states.pricing_id,
             counted_monthly = states.monthly, counted_currency = states.price_currency
        from states where subscriptions.site_id = ${site.id} and subscriptions.id = states.id
    ), steps as (
      select plan_id, step.*
        from states
       cross join lateral (
         values (charged_from, price_currency, 0::bigint, monthly, counted_status is null),
                (charged_from, price_currency, 0, worth, counted_status is null and ended_at > charged_from),
                (ended_at, price_currency, worth, 0, counted_status is null and ended_at > charged_from),
                (updated_at, price_currency, counted_monthly, monthly, counted_currency = price_currency),
                (updated_at, counted_currency, counted_monthly, 0,
                 counted_status is not null and counted_currency is distinct from price_currency),
                (updated_at, price_currency, 0, monthly,
                 counted_status is not null and counted_currency is distinct from price_currency))
         as step (at, currency, before, after, happened)
       where step.happened and step.currency is not null and step.before <> step.after
    ), entries as (
      select changes.counter, changes.at, facets.dimension, facets.key, '' as currency, changes.value::bigint
        from states
       cross join lateral (values ('new_subscriptions', counted_started_at, -1), ('new_subscriptions', started_at, 1),
                                  ('churned_subscriptions', counted_ended_at, -1),
                                  ('churned_subscriptions', ended_at, 1)) as changes (counter, at, value)
       cross join lateral (values ('', ''), ('plan', plan_id::text)) as facets (dimension, key)
       where changes.at is not null
       union all
      select sums.counter, steps.at, facets.dimension, facets.key, steps.currency, sums.value
        from steps
       cross join lateral (values ('', ''), ('plan', plan_id::text)) as facets (dimension, key)
       cross join lateral (
         values ('mrr', after - before), ('paying_subscriptions', (after > 0)::integer - (before > 0)::integer),
                ('mrr_new', case when before = 0 then after end), ('mrr_churned', case when after = 0 then before end),
                ('mrr_expansion', case when before > 0 and after > before then after - before end),
                ('mrr_contraction', case when after > 0 and after < before then before - after end))
         as sums (counter, value)
       where sums.value is not null
    ), added as (${addingUp(site)})
    select count(*) as count, (array_agg(id order by id desc))[1] as last from found`;
