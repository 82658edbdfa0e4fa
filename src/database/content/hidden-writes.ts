/** Tables whose rows no public page or document shows, by the reason. All other tables are public content. */
const hiddenTables: Readonly<Record<string, readonly string[]>> = {
  "Sign-in, clients and tokens": [
    "account_sites",
    "accounts",
    "api_calls",
    "api_keys",
    "authenticator_apps",
    "authorization_codes",
    "authorizations",
    "client_logos",
    "clients",
    "consents",
    "families",
    "grants",
    "identities",
    "integrations",
    "invitations",
    "known_browsers",
    "mail_links",
    "passkeys",
    "provider_requests",
    "recovery_codes",
    "provisioned_groups",
    "provisioned_members",
    "provisioning_keys",
    "sessions",
    "sign_in_attempts",
    "sign_in_codes",
    "signing_keys",
    "spent_challenges",
    "tokens",
    "used_logout_tokens",
  ],
  "Shown to one member, and to staff": [
    "active_learners",
    "assignments",
    "certificates",
    "credential_keys",
    "credential_statuses",
    "enrollment_requests",
    "enrollments",
    "group_courses",
    "group_members",
    "groups",
    "learner_numbers",
    "lecture_progress",
    "lecture_releases",
    "member_fields",
    "member_merges",
    "member_notes",
    "progress_reports",
    "quiz_attempts",
    "quiz_versions",
    "quizzes",
    "submissions",
  ],
  "Purchases of one member. What a purchase takes is counted in the row of the ticket, plan or product.": [
    "billing_agreements",
    "calendar_feeds",
    "consulting_grants",
    "coupon_redemptions",
    "digital_product_grants",
    "order_lines",
    "orders",
    "payments",
    "provider_events",
    "receipt_counters",
    "reconciliations",
    "refunds",
    "subscriptions",
    "voucher_seats",
    "vouchers",
  ],
  "Pages with forms, which are never cached": ["form_submissions", "forms"],
  Drafts: ["lecture_drafts", "lecture_revisions", "page_revisions", "work_drafts"],
  "Notes that only the member reads": ["lecture_notes"],
  "Email and notifications": [
    "mailbox_mails",
    "message_hold",
    "message_recipients",
    "messages",
    "notices",
    "notification_subscriptions",
    "notifications",
    "suppressed_addresses",
  ],
  "Discussions, which are never cached for members": ["comment_likes", "followed_discussions"],
  "The work of the server": [
    "audit_entries",
    "begun_downloads",
    "idempotency_keys",
    "job_pieces",
    "job_results",
    "jobs",
    "outbox_events",
    "rate_limits",
    "rollup_backlogs",
    "rollup_clock",
    "rollups",
    "secret_key_fingerprint",
    "site_content_versions",
    "stored_objects",
    "upload_parts",
    "uploads",
    "webhook_deliveries",
    "webhook_endpoints",
    "webhook_feeds",
  ],
};

export const hidden: ReadonlySet<string> = new Set(Object.values(hiddenTables).flat());

/**
 * Columns that no public page or document shows, or shows late, of tables of public content that are written at high rates. An update
 * of these alone is no change of public content.
 */
export const hiddenColumns: Readonly<Record<string, ReadonlySet<string>>> = {
  // Every sign-in, every lecture that a member opens, and every choice of a language or theme.
  members: new Set([
    "counted_joined_at",
    "counted_locale",
    "counted_sign_ins",
    "custom_fields",
    "last_active_at",
    "last_sign_in_at",
    "locale",
    "search_terms",
    "sign_in_count",
    "theme",
    "time_zone",
  ]),
  // Every enrollment, and the check of progress after a change of the curriculum.
  courses: new Set([
    "completion_basis",
    "completion_check_at",
    "enrollment_count",
    "progress_basis",
    "progress_check_at",
  ]),
  // Every subscription and every purchase.
  membership_plans: new Set(["subscriber_count"]),
  digital_products: new Set(["sold_count"]),
  // Jobs that send reminders and count.
  events: new Set(["counted_ends_at", "next_reminder_at", "reminder_version"]),
  // Every like.
  comments: new Set(["counted_at", "like_count"]),
};

/**
 * Tables whose new rows no public page shows: nothing that a page shows refers to them yet. A directory that brings
 * thousands of members must not cause all pages of the school to be rendered again, member by member.
 */
export const hiddenInserts: ReadonlySet<string> = new Set(["members"]);

/**
 * Those of the hidden columns that public pages show all the same. Members see a change immediately, and visitors when
 * the page expires, within seconds (`maxAge`). A like must not cause all pages of the school to be rendered again.
 */
export const lateColumns: Readonly<Record<string, ReadonlySet<string>>> = { comments: new Set(["like_count"]) };

/** Columns that change with every update. Alone, they show nothing. */
const bookkeeping: ReadonlySet<string> = new Set(["content_updated_at", "counted_version", "updated_at", "version"]);

/** Returns true if an update of these columns is no change of public content. */
export function isHiddenUpdate(table: string, columns: readonly string[]): boolean {
  if (hidden.has(table)) return true;
  const unseen = hiddenColumns[table];
  return unseen !== undefined && columns.every((column) => unseen.has(column) || bookkeeping.has(column));
}
