-- requires 0.1.0
-- Recurring payments: renewals of memberships and installments of courses.

create table billing_agreements (
  site_id              uuid not null references sites,
  id                   uuid not null,
  member_id            uuid not null,
  -- The price that was bought. Amounts stay as they were when it was ordered.
  product_type         text not null check (product_type in ('membership_pricing', 'course_plan')),
  product_id           uuid not null,
  name                 text not null,
  -- What the payments keep open: a subscription or an enrollment.
  subscription_id      uuid,
  enrollment_id        uuid,
  provider             text not null,
  -- The provider's IDs of the subscription and of the customer, if the provider charges by itself.
  provider_reference   text,
  provider_customer    text,
  status               text not null
                       check (status in ('trialing', 'active', 'past_due', 'paused', 'canceled', 'completed')),
  currency             text not null,
  -- Of each later payment, before its discount.
  amount               bigint not null check (amount >= 0),
  discount             bigint not null default 0 check (discount >= 0),
  -- Later payments that are still discounted. Null: all.
  discounted           integer,
  interval             text not null check (interval in ('day', 'week', 'month', 'year')),
  interval_count       integer not null check (interval_count > 0),
  -- Number of payments in all. Null: until it is canceled.
  payments             integer,
  payments_made        integer not null default 0,
  period_start         timestamptz not null,
  period_end           timestamptz not null,
  -- Periods are computed from this time.
  period_anchor        timestamptz not null,
  cancel_at_period_end boolean not null default false,
  canceled_at          timestamptz,
  -- Access ends then, unless the next payment arrives.
  grace_ends_at        timestamptz,
  reminded_at          timestamptz,
  -- The unpaid order of the next period.
  renewal_order_id     uuid,
  -- When the scheduler processes it next. Null: never.
  due_at               timestamptz,
  -- True until the provider knows about a cancellation, a pause or the number of payments.
  unsent               boolean not null default false,
  -- When the state at the provider was read.
  mirrored_at          timestamptz,
  created_at           timestamptz not null,
  updated_at           timestamptz not null,
  primary key (site_id, id),
  foreign key (site_id, member_id) references members (site_id, id),
  foreign key (site_id, subscription_id) references subscriptions (site_id, id),
  foreign key (site_id, enrollment_id) references enrollments (site_id, id)
);
create index billing_agreements_of_member on billing_agreements (site_id, member_id, created_at, id);
create index billing_agreements_of_subscription on billing_agreements (site_id, subscription_id)
  where subscription_id is not null;
create index billing_agreements_of_enrollment on billing_agreements (site_id, enrollment_id)
  where enrollment_id is not null;
create unique index billing_agreements_of_reference on billing_agreements (site_id, provider, provider_reference)
  where provider_reference is not null;
-- Across sites, to find due agreements.
create index billing_agreements_due on billing_agreements (due_at, id) where due_at is not null;

alter table orders
  -- The agreement that a renewal belongs to, and the period that it pays.
  add column agreement_id uuid,
  add column period_start timestamptz,
  add column period_end   timestamptz;
-- Terms of the payments that follow the first one. Null: there are none.
alter table order_lines add column recurrence jsonb;
-- Access ends then, unless a renewal is paid. Null: nobody is charged.
alter table subscriptions add column grace_ends_at timestamptz;
-- Days for which access lasts after a renewal or an installment was due.
alter table selling_settings add column grace_days integer not null default 7;
-- Citus accepts a new column and its check only in two statements.
alter table selling_settings
  add constraint selling_settings_grace_days_check check (grace_days between 0 and 60) not valid;
