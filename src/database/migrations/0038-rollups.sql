-- Rollups for analytics, updated continuously: reports read only these, never the source rows.
--
-- Each source row stores its counted values (counted_*). A partial index finds rows whose values differ, regardless
-- of commit order and event time. Counting subtracts the old values and adds the new ones. Neither clocks nor the
-- writers of the rows matter.

-- Sums per quarter of an hour (the granularity of time zones), per UTC day, and for all time.
create table rollups (
  site_id   uuid not null references sites,
  -- Counter name: 'enrollments'. A metric can combine several.
  counter   text not null,
  -- Dimension ('course') and its value as key; both empty for the total.
  dimension text not null,
  grain     text not null check (grain in ('quarter', 'day', 'ever')),
  -- Start of the bucket (the epoch for all time).
  bucket    timestamptz not null,
  key       text not null,
  -- ISO 4217; empty unless an amount of money.
  currency  text not null,
  -- In minor units for amounts of money.
  value     bigint not null,
  primary key (site_id, counter, dimension, grain, bucket, key, currency)
);
create index rollups_of_key on rollups (site_id, counter, dimension, key, grain, bucket) where dimension <> '';

-- Distinct people over arbitrary days cannot be summed: each person has a number, and a bit per day.
create table learner_numbers (
  site_id   uuid not null references sites,
  member_id uuid not null,
  number    integer not null,
  primary key (site_id, member_id),
  unique (site_id, number)
);

create table active_learners (
  site_id   uuid not null references sites,
  dimension text not null,
  grain     text not null check (grain in ('quarter', 'day')),
  bucket    timestamptz not null,
  key       text not null,
  -- Index of the block of 1024 numbers.
  page      integer not null,
  bits      bit(1024) not null,
  primary key (site_id, dimension, grain, bucket, key, page)
);
create index active_learners_of_key on active_learners (site_id, dimension, key, grain, bucket) where dimension <> '';

-- Start of the last run: earlier commits are counted at every site without a backlog.
create table rollup_clock (
  only_row         boolean primary key default true check (only_row),
  computed_through timestamptz not null
);

-- Sites with a backlog after the last runs, and the time up to which each is counted.
create table rollup_backlogs (
  site_id          uuid not null references sites,
  computed_through timestamptz not null,
  primary key (site_id)
);

alter table enrollments
  add column counted_enrolled_at  timestamptz,
  add column counted_completed_at timestamptz,
  add column counted_source       text;
create index enrollments_uncounted on enrollments (site_id, id)
  where counted_enrolled_at is distinct from (case when deleted_at is null then enrolled_at end)
     or counted_completed_at is distinct from (case when deleted_at is null then completed_at end)
     or counted_source is distinct from source;

alter table lecture_progress
  add column counted_opened_at       timestamptz,
  add column counted_completed_at    timestamptz,
  add column counted_updated_at      timestamptz,
  add column counted_watched_seconds integer not null default 0;
create index lecture_progress_uncounted on lecture_progress (site_id, id)
  where counted_opened_at is distinct from first_opened_at
     or counted_completed_at is distinct from completed_at
     or counted_updated_at is distinct from updated_at
     or counted_watched_seconds <> watched_seconds;

alter table quiz_attempts
  add column counted_submitted_at timestamptz,
  add column counted_passed       boolean;
create index quiz_attempts_uncounted on quiz_attempts (site_id, id)
  where counted_submitted_at is distinct from (case when deleted_at is null then submitted_at end)
     or counted_passed is distinct from passed;

alter table certificates add column counted_issued_at timestamptz;
create index certificates_uncounted on certificates (site_id, id)
  where counted_issued_at is distinct from (case when deleted_at is null then issued_at end);

alter table members
  add column counted_joined_at timestamptz,
  add column counted_locale    text,
  add column counted_sign_ins  integer not null default 0;
-- Only the last of the earlier sign-ins is known.
update members set counted_sign_ins = sign_in_count;
create index members_uncounted on members (site_id, id)
  where counted_joined_at is distinct from (case when deleted_at is null and status <> 'invited' then joined_at end)
     or counted_sign_ins <> sign_in_count;

alter table orders
  add column counted_paid_at timestamptz,
  add column counted_total   bigint not null default 0;
create index orders_uncounted on orders (site_id, id)
  where counted_paid_at is distinct from
        (case when deleted_at is null and status in ('paid', 'partially_refunded', 'refunded', 'disputed')
              then paid_at end)
     or counted_total <> total;

alter table refunds
  add column counted_at     timestamptz,
  add column counted_amount bigint not null default 0;
create index refunds_uncounted on refunds (site_id, id)
  where counted_at is distinct from (case when deleted_at is null and status = 'succeeded' then created_at end)
     or counted_amount <> amount;

alter table subscriptions
  add column counted_status     text,
  add column counted_started_at timestamptz,
  add column counted_ended_at   timestamptz,
  add column counted_pricing_id uuid,
  -- Monthly recurring revenue, in the minor unit of its currency.
  add column counted_monthly    bigint not null default 0,
  add column counted_currency   text;
create index subscriptions_uncounted on subscriptions (site_id, id)
  where counted_status is distinct from (case when deleted_at is null then status else 'deleted' end)
     or counted_started_at is distinct from
        (case when deleted_at is null and status <> 'incomplete' and (ends_at is null or ends_at > starts_at)
              then starts_at end)
     or counted_ended_at is distinct from
        (case when deleted_at is null and status in ('canceled', 'expired') and ends_at > starts_at then ends_at end)
     or counted_pricing_id is distinct from pricing_id;

alter table event_registrations
  add column counted_status   text,
  add column counted_quantity integer not null default 0,
  -- End of the event, the time at which its attendance counts.
  add column counted_ends_at  timestamptz;
create index event_registrations_uncounted on event_registrations (site_id, id)
  where counted_status is distinct from (case when deleted_at is null then status else 'deleted' end)
     or counted_quantity <>
        (case when deleted_at is null and status in ('registered', 'checked_in', 'no_show') then quantity else 0 end);

-- Rescheduling an event moves its counts to another day.
alter table events add column counted_ends_at timestamptz;
create index events_uncounted on events (site_id, id)
  where counted_ends_at is distinct from
        (case when deleted_at is null and status <> 'canceled' then ends_at end);

alter table comments add column counted_at timestamptz;
create index comments_uncounted on comments (site_id, id)
  where counted_at is distinct from (case when deleted_at is null and status = 'visible' then created_at end);
