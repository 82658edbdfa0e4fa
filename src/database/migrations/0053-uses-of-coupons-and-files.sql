-- A paid imported order counts as a redemption of its coupon, regardless of the coupon's limits.

alter table coupons drop constraint coupons_check4;

create unique index coupon_redemptions_of_order on coupon_redemptions (site_id, order_id, coupon_id)
 where order_id is not null;

with used as (
  insert into coupon_redemptions (site_id, id, coupon_id, member_id, order_id, amount, currency, created_at)
  select orders.site_id, gen_random_uuid(), orders.coupon_id, orders.member_id, orders.id, orders.discount_total,
         orders.currency, coalesce(orders.paid_at, orders.placed_at)
    from orders
   where orders.coupon_id is not null and orders.deleted_at is null
     and orders.status in ('paid', 'partially_refunded', 'refunded', 'disputed')
  on conflict do nothing
  returning site_id, coupon_id
), counted as (
  select site_id, coupon_id, count(*) as uses from used group by site_id, coupon_id
)
update coupons
   set redeemed_count = redeemed_count + counted.uses, version = version + 1, updated_at = now()
  from counted
 where coupons.site_id = counted.site_id and coupons.id = counted.coupon_id;

-- A restored resource could refer to a file deleted since. From now on, deleting a file also removes it from deleted
-- resources.

update courses set cover_file_id = null
 where deleted_at is not null and cover_file_id is not null
   and not exists (select from files where files.site_id = courses.site_id and files.id = courses.cover_file_id
                                       and files.deleted_at is null);
update lecturers set picture_file_id = null
 where deleted_at is not null and picture_file_id is not null
   and not exists (select from files where files.site_id = lecturers.site_id and files.id = lecturers.picture_file_id
                                       and files.deleted_at is null);
update events set cover_file_id = null
 where deleted_at is not null and cover_file_id is not null
   and not exists (select from files where files.site_id = events.site_id and files.id = events.cover_file_id
                                       and files.deleted_at is null);
update posts set cover_file_id = null
 where deleted_at is not null and cover_file_id is not null
   and not exists (select from files where files.site_id = posts.site_id and files.id = posts.cover_file_id
                                       and files.deleted_at is null);
update lectures set video = null
 where deleted_at is not null and video is not null
   and exists (select from jsonb_path_query(lectures.video, '$.**.fileId') as named
                left join files on files.site_id = lectures.site_id and files.id = (named #>> '{}')::uuid
                               and files.deleted_at is null
                where files.id is null);
