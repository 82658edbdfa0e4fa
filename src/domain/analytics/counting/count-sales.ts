import type { SiteScope } from "#domain/platform/context.ts";
import { addingUp, type Chunk, type Counted } from "#domain/platform/rollups/add-up.ts";
import { uncounted } from "./uncounted.ts";

const maxItemsPerOrder = 1000;

/** Counts paid orders and their amounts: in total, by coupon, and by ordered item with its share. */
export const countOrders = ({ db, site }: SiteScope, { limit, after }: Chunk) =>
  db.write.first<Counted>`
    with found as (
      select id, currency, coupon_code, counted_paid_at, counted_total, total,
             case when deleted_at is null and status in ('paid', 'partially_refunded', 'refunded', 'disputed')
                  then paid_at end as paid_at
        from orders
       where site_id = ${site.id} and ${uncounted.orders} and id > ${after}::uuid
       order by id limit ${limit} for no key update skip locked
    ), marked as (
      update orders set counted_paid_at = found.paid_at, counted_total = found.total
        from found where orders.site_id = ${site.id} and orders.id = found.id
    ), changes as (
      select found.id, found.currency, found.coupon_code, change.*
        from found
       cross join lateral (values (counted_paid_at, counted_total, -1), (paid_at, total, 1)) as change (at, total, sign)
       where change.at is not null
    ), lines as (
      select changes.id, changes.at, changes.sign, changes.currency, facets.dimension, facets.key,
             sum(order_lines.amount) as amount
        from changes
       cross join lateral (
         select product_type, product_id, amount from order_lines
          where order_lines.site_id = ${site.id} and order_lines.order_id = changes.id
          order by position, id limit ${maxItemsPerOrder}) as order_lines
       cross join lateral (
         values ('product_type', order_lines.product_type),
                ('product', order_lines.product_type || ':' || order_lines.product_id),
                ('course', (select course_plans.course_id::text from course_plans
                             where course_plans.site_id = ${site.id} and course_plans.id = order_lines.product_id
                               and order_lines.product_type = 'course_plan')),
                ('plan', (select membership_pricings.plan_id::text from membership_pricings
                           where membership_pricings.site_id = ${site.id}
                             and membership_pricings.id = order_lines.product_id
                             and order_lines.product_type = 'membership_pricing'))) as facets (dimension, key)
       where facets.key is not null
       group by changes.id, changes.at, changes.sign, changes.currency, facets.dimension, facets.key
    ), entries as (
      select sums.counter, changes.at, facets.dimension, facets.key, changes.currency, changes.sign * sums.value as value
        from changes
       cross join lateral (values ('', ''), ('coupon', changes.coupon_code)) as facets (dimension, key)
       cross join lateral (values ('orders', 1), ('gross_revenue', changes.total)) as sums (counter, value)
       where facets.key is not null
       union all
      select sums.counter, lines.at, lines.dimension, lines.key, lines.currency, lines.sign * sums.value
        from lines cross join lateral (values ('orders', 1), ('gross_revenue', lines.amount)) as sums (counter, value)
    ), added as (${addingUp(site)})
    select count(*) as count, (array_agg(id order by id desc))[1] as last from found`;

/** Counts refunds by the coupon of the order. */
export const countRefunds = ({ db, site }: SiteScope, { limit, after }: Chunk) =>
  db.write.first<Counted>`
    with found as (
      select taken.*, bought.coupon_code
        from (select id, order_id, currency, counted_at, counted_amount, amount,
                     case when deleted_at is null and status = 'succeeded' then created_at end as given_at
                from refunds
               where site_id = ${site.id} and ${uncounted.refunds} and id > ${after}::uuid
               order by id limit ${limit} for no key update skip locked) as taken
       cross join lateral (
         select coupon_code from orders
          where orders.site_id = ${site.id} and orders.id = taken.order_id limit 1) as bought
    ), marked as (
      update refunds set counted_at = found.given_at, counted_amount = found.amount
        from found where refunds.site_id = ${site.id} and refunds.id = found.id
    ), entries as (
      select 'refunds' as counter, changes.at, facets.dimension, facets.key, found.currency, changes.value
        from found
       cross join lateral (values (counted_at, -counted_amount), (given_at, amount)) as changes (at, value)
       cross join lateral (values ('', ''), ('coupon', found.coupon_code)) as facets (dimension, key)
       where changes.at is not null and facets.key is not null
    ), added as (${addingUp(site)})
    select count(*) as count, (array_agg(id order by id desc))[1] as last from found`;
