-- requires 0.1.0
-- How a refund ends the access that was bought: with the paid period as a further choice, and per product.
alter table selling_settings drop constraint selling_settings_refund_access_check;
alter table selling_settings
  add constraint selling_settings_refund_access_check
    check (refund_access in ('end', 'period_end', 'keep')) not valid;

-- Products whose refunds differ from the policy of the school.
create table refund_policies (
  site_id      uuid not null references sites,
  product_id   uuid not null,
  product_type text not null,
  access       text not null check (access in ('end', 'period_end', 'keep')),
  created_at   timestamptz not null,
  updated_at   timestamptz not null,
  primary key (site_id, product_id)
);
create index refund_policies_by_time on refund_policies (site_id, created_at, product_id);
