-- requires 0.1.0
-- Checkout: providers of a site, reservations, events of providers, and what an order needs to be paid.

create table payment_accounts (
  site_id     uuid not null references sites,
  provider    text not null check (provider in ('offline', 'test', 'stripe', 'ecpay')),
  enabled     boolean not null,
  -- Without secrets, for instance the instructions of a bank transfer.
  settings    jsonb not null default '{}',
  -- Sealed by the installation's key.
  credentials bytea,
  created_at  timestamptz not null,
  updated_at  timestamptz not null,
  primary key (site_id, provider)
);

create table selling_settings (
  site_id          uuid not null references sites,
  seller_name      text,
  seller_address   text,
  seller_tax_id    text,
  -- Percent with up to two decimals that prices include, in hundredths.
  tax_rate         integer not null default 0 check (tax_rate between 0 and 10000),
  tax_name         text,
  -- What a refund or a lost dispute does to the access that was bought.
  refund_access    text not null default 'end' check (refund_access in ('end', 'keep')),
  checkout_minutes integer not null default 30 check (checkout_minutes between 5 and 1440),
  created_at       timestamptz not null,
  updated_at       timestamptz not null,
  primary key (site_id)
);

create table receipt_counters (
  site_id     uuid not null references sites,
  year        integer not null,
  last_number bigint not null,
  primary key (site_id, year)
);

-- Seats and coupons of checkouts that can still be paid. A row counts until it expires. It is deleted when the order
-- leaves the state pending.
create table checkout_reservations (
  site_id      uuid not null references sites,
  id           uuid not null,
  order_id     uuid not null,
  -- The product of the order line.
  product_id   uuid not null,
  -- The event of a ticket, the plan of a membership price. Null: none.
  container_id uuid,
  coupon_id    uuid,
  member_id    uuid not null,
  quantity     integer not null check (quantity > 0),
  expires_at   timestamptz not null,
  primary key (site_id, id),
  foreign key (site_id, order_id) references orders (site_id, id),
  foreign key (site_id, member_id) references members (site_id, id)
);
create index checkout_reservations_of_order on checkout_reservations (site_id, order_id);
create index checkout_reservations_of_product on checkout_reservations (site_id, product_id, expires_at);
create index checkout_reservations_of_container on checkout_reservations (site_id, container_id, expires_at)
  where container_id is not null;
create index checkout_reservations_of_coupon on checkout_reservations (site_id, coupon_id, expires_at)
  where coupon_id is not null;
create index checkout_reservations_of_member on checkout_reservations (site_id, member_id);

-- Signed messages of payment providers, each stored once.
create table provider_events (
  site_id      uuid not null references sites,
  provider     text not null,
  message_id   text not null,
  type         text not null,
  order_id     uuid,
  payload      jsonb not null,
  received_at  timestamptz not null,
  -- Null: could not be processed. The provider sends it again.
  processed_at timestamptz,
  -- applied, ignored (no change or a step backwards), unknown (no such payment here), failed.
  result       text not null check (result in ('applied', 'ignored', 'unknown', 'failed')),
  primary key (site_id, provider, message_id)
);
create index provider_events_by_time on provider_events (site_id, received_at, provider, message_id);
create index provider_events_of_order on provider_events (site_id, order_id, received_at) where order_id is not null;

alter table orders
  -- Sent by the form of the checkout, so that sending it twice makes one order.
  add column checkout_key text,
  -- Name, email address, address and tax number at the time of the order.
  add column buyer        jsonb,
  -- Name, address and tax number of the school, and the name of the tax, when the order was paid.
  add column seller       jsonb,
  -- Why staff has to look at this order. Null: there is nothing to do.
  add column attention    text;
alter table order_lines
  -- In hundredths of a percent, included in the amount.
  add column tax_rate        integer not null default 0,
  add column refunded_amount bigint not null default 0,
  -- What the line gave: an enrollment, registration, subscription or grant.
  add column fulfilled_id    uuid;
alter table payments
  -- The provider's ID of the checkout, before there is a payment.
  add column session_reference text,
  -- The provider's page where the member pays.
  add column checkout_url      text,
  -- How to pay by transfer, for instance the number of an account.
  add column instructions      jsonb,
  add column expires_at        timestamptz;
alter table refunds
  add column provider_reference text,
  add column line_id            uuid,
  add column access             text;
alter table event_registrations add column source_id uuid;
alter table subscriptions add column source_id uuid;
