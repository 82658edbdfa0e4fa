-- Subscription lifecycle, and orders with payments and refunds.

alter table subscriptions
  add column is_lifetime          boolean not null default false,
  add column trial_ends_at        timestamptz,
  add column trial_told           boolean not null default false,
  add column current_period_start timestamptz,
  add column current_period_end   timestamptz,
  -- Start for period calculations, so that a short month does not shorten later periods.
  add column period_anchor        timestamptz,
  -- Price from the next period on, if different.
  add column next_pricing_id      uuid,
  add column cancel_at_period_end boolean not null default false,
  add column cancel_at            timestamptz,
  add column canceled_at          timestamptz,
  add column cancel_reason        text,
  add column paused_at            timestamptz,
  add column paused_until         timestamptz,
  -- The payment provider; null: none.
  add column provider             text
             check (provider in ('stripe', 'ecpay', 'newebpay', 'offline', 'test', 'external')),
  -- Time of the next scheduled transition. Null: none.
  add column due_at               timestamptz;
update subscriptions set due_at = ends_at
 where ends_at is not null and status not in ('canceled', 'expired') and deleted_at is null;

-- Across sites, to find due subscriptions.
create index subscriptions_due on subscriptions (due_at, id) where due_at is not null and deleted_at is null;
create index subscriptions_by_creation on subscriptions (site_id, created_at, id);
create index subscriptions_by_update on subscriptions (site_id, updated_at, id);
create index subscriptions_by_period_end on subscriptions (site_id, coalesce(current_period_end, 'infinity'), id);
create index subscriptions_by_cancellation on subscriptions (site_id, canceled_at, id) where canceled_at is not null;
create index subscriptions_by_status on subscriptions (site_id, status, created_at, id) where deleted_at is null;
create index subscriptions_canceling on subscriptions (site_id, created_at, id)
  where cancel_at_period_end and deleted_at is null;
create index subscriptions_of_plan_by_creation on subscriptions (site_id, plan_id, created_at, id);
create index subscriptions_of_pricing_by_creation on subscriptions (site_id, pricing_id, created_at, id);
create index subscriptions_of_member_by_creation on subscriptions (site_id, member_id, created_at, id);
alter table subscriptions add foreign key (site_id, next_pricing_id) references membership_pricings (site_id, id);

-- Enrollments granted by a subscription end and resume with it.
create index enrollments_of_source on enrollments (site_id, source_id) where source_id is not null;

alter table orders
  -- In the minor unit of the order's currency (ISO 4217).
  add column subtotal        bigint not null default 0,
  add column discount_total  bigint not null default 0,
  add column tax_total       bigint not null default 0,
  add column total           bigint not null default 0,
  add column refunded_total  bigint not null default 0,
  add column coupon_id       uuid,
  -- The entered code, in upper case.
  add column coupon_code     text,
  add column affiliate_code  text,
  add column subscription_id uuid,
  add column invoice_number  text,
  add column invoice_url     text,
  add column expires_at      timestamptz,
  add column remark          text;
alter table order_lines
  add column discount_amount bigint not null default 0,
  add column tax_amount      bigint not null default 0,
  add column fulfilled_at    timestamptz,
  add column position        integer not null default 0;
update orders set subtotal = lines.amount, total = lines.amount
  from (select site_id, order_id, sum(amount) as amount from order_lines group by site_id, order_id) as lines
 where lines.site_id = orders.site_id and lines.order_id = orders.id;

create index orders_by_creation on orders (site_id, created_at, id);
create index orders_by_update on orders (site_id, updated_at, id);
create index orders_by_total on orders (site_id, total, id);
create index orders_by_payment on orders (site_id, coalesce(paid_at, 'infinity'), id);
create index orders_by_status on orders (site_id, status, created_at, id) where deleted_at is null;
create index orders_of_member_by_creation on orders (site_id, member_id, created_at, id);
create index orders_by_coupon on orders (site_id, coupon_code, created_at, id) where coupon_code is not null;
create index orders_of_subscription on orders (site_id, subscription_id, created_at, id)
  where subscription_id is not null;

create table payments (
  site_id            uuid not null,
  id                 uuid not null,
  order_id           uuid not null,
  subscription_id    uuid,
  provider           text not null check (provider in ('stripe', 'ecpay', 'newebpay', 'offline', 'test', 'external')),
  method             text not null check (method in ('card', 'atm', 'cvs', 'line_pay', 'bank_transfer', 'other')),
  status             text not null check (status in ('pending', 'succeeded', 'failed', 'canceled')),
  amount             bigint not null check (amount >= 0),
  currency           text not null,
  -- Fee of the provider.
  fee_amount         bigint,
  card_brand         text,
  card_last4         text check (card_last4 ~ '^[0-9]{4}$'),
  -- The provider's payment id.
  provider_reference text,
  paid_at            timestamptz,
  external_id        text,
  metadata           jsonb not null default '{}',
  version            integer not null default 1,
  created_at         timestamptz not null,
  updated_at         timestamptz not null,
  deleted_at         timestamptz,
  primary key (site_id, id),
  unique (site_id, external_id)
);
create index payments_of_order on payments (site_id, order_id, created_at, id);
create index payments_of_subscription on payments (site_id, subscription_id, created_at, id)
  where subscription_id is not null;
create index payments_by_creation on payments (site_id, created_at, id);
create index payments_by_update on payments (site_id, updated_at, id);
create index payments_by_date on payments (site_id, coalesce(paid_at, 'infinity'), id);
create index payments_by_status on payments (site_id, status, created_at, id) where deleted_at is null;
create index payments_by_provider on payments (site_id, provider, created_at, id) where deleted_at is null;

create table refunds (
  site_id     uuid not null,
  id          uuid not null,
  order_id    uuid not null,
  payment_id  uuid,
  status      text not null check (status in ('pending', 'succeeded', 'failed', 'canceled')),
  amount      bigint not null check (amount > 0),
  currency    text not null,
  reason      text,
  external_id text,
  metadata    jsonb not null default '{}',
  version     integer not null default 1,
  created_at  timestamptz not null,
  updated_at  timestamptz not null,
  deleted_at  timestamptz,
  primary key (site_id, id),
  unique (site_id, external_id)
);
create index refunds_of_order on refunds (site_id, order_id, created_at, id);
create index refunds_by_creation on refunds (site_id, created_at, id);
create index refunds_by_update on refunds (site_id, updated_at, id);
create index refunds_by_status on refunds (site_id, status, created_at, id) where deleted_at is null;

alter table orders add foreign key (site_id, coupon_id) references coupons (site_id, id);
alter table orders add foreign key (site_id, subscription_id) references subscriptions (site_id, id);
alter table payments add foreign key (site_id, order_id) references orders (site_id, id);
alter table payments add foreign key (site_id, subscription_id) references subscriptions (site_id, id);
alter table refunds add foreign key (site_id, order_id) references orders (site_id, id);
alter table refunds add foreign key (site_id, payment_id) references payments (site_id, id);
