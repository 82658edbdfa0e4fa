import { sql } from "#database/statements/sql.ts";

/**
 * Conditions for rows whose counted values are outdated. Each must match the table's partial index word for
 * word, so that only that index is read.
 */
export const uncounted = {
  enrollments: sql`(
    enrollments.counted_enrolled_at is distinct from
      (case when enrollments.deleted_at is null then enrollments.enrolled_at end)
    or enrollments.counted_completed_at is distinct from
      (case when enrollments.deleted_at is null then enrollments.completed_at end)
    or enrollments.counted_source is distinct from enrollments.source)`,
  lecture_progress: sql`(
    lecture_progress.counted_opened_at is distinct from lecture_progress.first_opened_at
    or lecture_progress.counted_completed_at is distinct from lecture_progress.completed_at
    or lecture_progress.counted_updated_at is distinct from lecture_progress.updated_at
    or lecture_progress.counted_watched_seconds <> lecture_progress.watched_seconds)`,
  quiz_attempts: sql`(
    quiz_attempts.counted_submitted_at is distinct from
      (case when quiz_attempts.deleted_at is null then quiz_attempts.submitted_at end)
    or quiz_attempts.counted_passed is distinct from quiz_attempts.passed)`,
  certificates: sql`(
    certificates.counted_issued_at is distinct from
      (case when certificates.deleted_at is null then certificates.issued_at end))`,
  members: sql`(
    members.counted_joined_at is distinct from
      (case when members.deleted_at is null and members.status <> 'invited' then members.joined_at end)
    or members.counted_sign_ins <> members.sign_in_count)`,
  orders: sql`(
    orders.counted_paid_at is distinct from
      (case when orders.deleted_at is null
             and orders.status in ('paid', 'partially_refunded', 'refunded', 'disputed') then orders.paid_at end)
    or orders.counted_total <> orders.total)`,
  refunds: sql`(
    refunds.counted_at is distinct from
      (case when refunds.deleted_at is null and refunds.status = 'succeeded' then refunds.created_at end)
    or refunds.counted_amount <> refunds.amount)`,
  subscriptions: sql`(
    subscriptions.counted_status is distinct from
      (case when subscriptions.deleted_at is null then subscriptions.status else 'deleted' end)
    or subscriptions.counted_started_at is distinct from
      (case when subscriptions.deleted_at is null and subscriptions.status <> 'incomplete'
             and (subscriptions.ends_at is null or subscriptions.ends_at > subscriptions.starts_at)
            then subscriptions.starts_at end)
    or subscriptions.counted_ended_at is distinct from
      (case when subscriptions.deleted_at is null and subscriptions.status in ('canceled', 'expired')
             and subscriptions.ends_at > subscriptions.starts_at then subscriptions.ends_at end)
    or subscriptions.counted_pricing_id is distinct from subscriptions.pricing_id)`,
  event_registrations: sql`(
    event_registrations.counted_status is distinct from
      (case when event_registrations.deleted_at is null then event_registrations.status else 'deleted' end)
    or event_registrations.counted_quantity <>
      (case when event_registrations.deleted_at is null
             and event_registrations.status in ('registered', 'checked_in', 'no_show')
            then event_registrations.quantity else 0 end))`,
  events: sql`(
    events.counted_ends_at is distinct from
      (case when events.deleted_at is null and events.status <> 'canceled' then events.ends_at end))`,
  comments: sql`(
    comments.counted_at is distinct from
      (case when comments.deleted_at is null and comments.status = 'visible' then comments.created_at end))`,
} as const;

export type Countable = keyof typeof uncounted;
