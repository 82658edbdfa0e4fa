import { resources } from "#domain/resources.ts";
import { infrastructureTables } from "./infrastructure-tables.ts";
import type { PersonalTable } from "#domain/privacy/personal-table.ts";

/**
 * Tables whose erasure has an order: access first, then records that are found through others, files after the
 * records that use them, and the person last.
 */
const erasureOrder: readonly string[] = [
  "authorizations",
  "consents",
  "tokens",
  "families",
  "grants",
  "clients",
  "progress_reports",
  "lecture_progress",
  "work_drafts",
  "quiz_attempts",
  "submissions",
  "certificates",
  "enrollments",
  "reviews",
  "comments",
  "payments",
  "refunds",
  "order_lines",
  "coupon_redemptions",
  "orders",
  "subscriptions",
  "coupons",
  "event_registrations",
  "digital_product_grants",
  "consulting_bookings",
  "consulting_grants",
  "form_submissions",
  "posts",
  "page_revisions",
  "lecture_revisions",
  "lecture_drafts",
  "uploads",
  "files",
  "audit_entries",
  "outbox_events",
  "webhook_deliveries",
  "webhook_endpoints",
  "idempotency_keys",
  "job_results",
  "jobs",
  "graphile_worker._private_jobs",
  "sessions",
  "known_browsers",
  "mail_links",
  "mailbox_mails",
  "suppressed_addresses",
  "invitations",
  "member_notes",
  "group_members",
  "notification_subscriptions",
  "notifications",
  "learner_numbers",
  "lecturers",
  "member_merges",
  "members",
  "account_sites",
  "accounts",
];

/** Every table of the database, in erasure order. Tables without a place in it come first. */
export const personalTables: readonly PersonalTable[] = [
  ...resources.flatMap(({ tables }): readonly PersonalTable[] => tables),
  ...infrastructureTables,
].toSorted((one, other) => erasureOrder.indexOf(one.table) - erasureOrder.indexOf(other.table));
