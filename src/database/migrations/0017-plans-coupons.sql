-- Membership plans, their prices, and coupons.

create table membership_plans (
  site_id                uuid not null references sites,
  id                     uuid not null,
  name                   text not null,
  slug                   text not null,
  description_markdown   text not null default '',
  description_html       text not null default '',
  status                 text not null default 'draft' check (status in ('draft', 'active', 'archived')),
  visible                boolean not null default true,
  plan_type              text not null check (plan_type in ('recurring', 'fixed_date', 'specific_length', 'lifetime')),
  fixed_end_date         timestamptz,
  length_days            integer,
  trial_days             integer not null default 0,
  all_courses            boolean not null default false,
  post_category_ids      uuid[] not null default '{}',
  digital_product_ids    uuid[] not null default '{}',
  event_discount_percent integer not null default 0 check (event_discount_percent between 0 and 100),
  member_limit           integer,
  faq                    jsonb not null default '[]',
  position               integer not null default 0,
  -- Denormalized count, so that lists need no counting.
  subscriber_count       integer not null default 0,
  search_terms           text[] not null default '{}',
  external_id            text,
  metadata               jsonb not null default '{}',
  version                integer not null default 1,
  created_at             timestamptz not null,
  updated_at             timestamptz not null,
  deleted_at             timestamptz,
  primary key (site_id, id),
  unique (site_id, external_id),
  check ((plan_type = 'fixed_date') = (fixed_end_date is not null)),
  check ((plan_type = 'specific_length') = (length_days is not null))
);
create unique index membership_plans_slug on membership_plans (site_id, slug) where deleted_at is null;
create index membership_plans_by_creation on membership_plans (site_id, created_at, id);
create index membership_plans_by_update on membership_plans (site_id, updated_at, id);
create index membership_plans_by_name on membership_plans (site_id, name, id);
create index membership_plans_by_position on membership_plans (site_id, position, id);
create index membership_plans_by_search on membership_plans using gin (search_terms);

create table membership_plan_courses (
  site_id   uuid not null,
  plan_id   uuid not null,
  course_id uuid not null,
  primary key (site_id, plan_id, course_id)
);
create index membership_plans_of_course on membership_plan_courses (site_id, course_id, plan_id);

create table membership_pricings (
  site_id        uuid not null,
  id             uuid not null,
  plan_id        uuid not null,
  label          text,
  -- Minor units and ISO 4217 code.
  price_amount   bigint not null,
  price_currency text not null,
  -- Null for a one-time payment.
  interval       text check (interval in ('day', 'week', 'month', 'year')),
  interval_count integer not null default 1,
  active         boolean not null default true,
  external_id    text,
  metadata       jsonb not null default '{}',
  version        integer not null default 1,
  created_at     timestamptz not null,
  updated_at     timestamptz not null,
  deleted_at     timestamptz,
  primary key (site_id, id),
  unique (site_id, external_id)
);
create index membership_pricings_of_plan on membership_pricings (site_id, plan_id, created_at, id);

create table subscriptions (
  site_id     uuid not null references sites,
  id          uuid not null,
  member_id   uuid not null,
  plan_id     uuid not null,
  pricing_id  uuid,
  status      text not null
              check (status in ('incomplete', 'trialing', 'active', 'past_due', 'paused', 'canceled', 'expired')),
  source      text not null check (source in ('purchase', 'manual', 'import')),
  starts_at   timestamptz not null,
  ends_at     timestamptz,
  external_id text,
  metadata    jsonb not null default '{}',
  version     integer not null default 1,
  created_at  timestamptz not null,
  updated_at  timestamptz not null,
  deleted_at  timestamptz,
  primary key (site_id, id),
  unique (site_id, external_id)
);
create index subscriptions_of_plan on subscriptions (site_id, plan_id, id);
create index subscriptions_of_pricing on subscriptions (site_id, pricing_id, id);
create index subscriptions_of_member on subscriptions (site_id, member_id, plan_id);

create table orders (
  site_id     uuid not null references sites,
  id          uuid not null,
  number      text not null,
  member_id   uuid not null,
  status      text not null
              check (status in ('pending', 'paid', 'partially_refunded', 'refunded', 'expired', 'failed', 'canceled', 'disputed')),
  kind        text not null check (kind in ('checkout', 'renewal', 'manual', 'external')),
  currency    text not null,
  placed_at   timestamptz not null,
  paid_at     timestamptz,
  external_id text,
  metadata    jsonb not null default '{}',
  version     integer not null default 1,
  created_at  timestamptz not null,
  updated_at  timestamptz not null,
  deleted_at  timestamptz,
  primary key (site_id, id),
  unique (site_id, number),
  unique (site_id, external_id)
);
create index orders_of_member on orders (site_id, member_id, placed_at, id);

create table order_lines (
  site_id      uuid not null,
  id           uuid not null,
  order_id     uuid not null,
  product_type text not null
               check (product_type in ('course_plan', 'bundle', 'membership_pricing', 'event_ticket', 'digital_product', 'consulting_service')),
  product_id   uuid not null,
  name         text not null,
  quantity     integer not null check (quantity > 0),
  unit_amount  bigint not null,
  amount       bigint not null,
  primary key (site_id, id)
);
create index order_lines_of_order on order_lines (site_id, order_id, id);
create index order_lines_of_product on order_lines (site_id, product_id, id);

create table coupons (
  site_id             uuid not null references sites,
  id                  uuid not null,
  -- In upper case, for comparison.
  code                text not null,
  name                text,
  discount_kind       text not null check (discount_kind in ('percent', 'amount', 'free')),
  discount_percent    integer check (discount_percent between 1 and 100),
  discount_amount     bigint,
  discount_currency   text,
  applies_to          text not null default 'all' check (applies_to in ('all', 'products', 'product_types')),
  -- Product types, if the coupon is limited to some.
  product_types       text[] not null default '{}',
  min_total_amount    bigint,
  min_total_currency  text,
  max_redemptions     integer,
  max_per_member      integer not null default 1,
  first_purchase_only boolean not null default false,
  -- Null: available to everyone.
  member_ids          uuid[],
  starts_at           timestamptz,
  expires_at          timestamptz,
  -- For subscriptions: the number of discounted payments; null: all.
  duration            text not null default 'once' check (duration in ('once', 'repeating', 'forever')),
  duration_payments   integer,
  stackable           boolean not null default false,
  enabled             boolean not null default true,
  redeemed_count      integer not null default 0,
  external_id         text,
  metadata            jsonb not null default '{}',
  version             integer not null default 1,
  created_at          timestamptz not null,
  updated_at          timestamptz not null,
  deleted_at          timestamptz,
  primary key (site_id, id),
  unique (site_id, external_id),
  check ((discount_kind = 'percent') = (discount_percent is not null)),
  check ((discount_kind = 'amount') = (discount_amount is not null)),
  check ((discount_amount is null) = (discount_currency is null)),
  check ((duration = 'repeating') = (duration_payments is not null)),
  check (max_redemptions is null or redeemed_count <= max_redemptions)
);
create unique index coupons_code on coupons (site_id, code) where deleted_at is null;
create index coupons_by_creation on coupons (site_id, created_at, id);
create index coupons_by_update on coupons (site_id, updated_at, id);
create index coupons_by_code on coupons (site_id, code, id);
create index coupons_by_expiry on coupons (site_id, coalesce(expires_at, 'infinity'), id);

create table coupon_products (
  site_id      uuid not null,
  coupon_id    uuid not null,
  product_type text not null,
  product_id   uuid not null,
  position     integer not null,
  primary key (site_id, coupon_id, product_id)
);
create index coupons_of_product on coupon_products (site_id, product_id, coupon_id);

create table coupon_redemptions (
  site_id     uuid not null,
  id          uuid not null,
  coupon_id   uuid not null,
  member_id   uuid not null,
  order_id    uuid,
  -- The discount, in the minor unit of its currency.
  amount      bigint not null,
  currency    text not null,
  created_at  timestamptz not null,
  primary key (site_id, id)
);
create index redemptions_of_coupon on coupon_redemptions (site_id, coupon_id, created_at, id);
create index redemptions_of_member on coupon_redemptions (site_id, coupon_id, member_id);

alter table membership_plan_courses add foreign key (site_id, plan_id) references membership_plans (site_id, id);
alter table membership_plan_courses add foreign key (site_id, course_id) references courses (site_id, id);
alter table membership_pricings add foreign key (site_id, plan_id) references membership_plans (site_id, id);
alter table subscriptions add foreign key (site_id, member_id) references members (site_id, id);
alter table subscriptions add foreign key (site_id, plan_id) references membership_plans (site_id, id);
alter table subscriptions add foreign key (site_id, pricing_id) references membership_pricings (site_id, id);
alter table orders add foreign key (site_id, member_id) references members (site_id, id);
alter table order_lines add foreign key (site_id, order_id) references orders (site_id, id);
alter table coupon_products add foreign key (site_id, coupon_id) references coupons (site_id, id);
alter table coupon_redemptions add foreign key (site_id, coupon_id) references coupons (site_id, id);
alter table coupon_redemptions add foreign key (site_id, member_id) references members (site_id, id);
alter table coupon_redemptions add foreign key (site_id, order_id) references orders (site_id, id);
