import { archivedNames } from "#domain/transfer/site-archive/archived-resources.ts";
import schema from "#database/schema.json" with { type: "json" };

/** Tables that rows of another name hold in an archive. `courses`: the documents of courses. */
const heldByOthers = {
  appearances: "school",
  assignments: "courses",
  attachments: "courses",
  consulting_grants: "consulting_sessions",
  consulting_service_lecturers: "consulting_services",
  coupon_products: "coupons",
  course_category_entries: "courses",
  course_lecturers: "courses",
  course_plans: "courses",
  digital_product_files: "digital_products",
  event_lecturers: "events",
  event_tickets: "events",
  group_courses: "groups",
  group_members: "group_students",
  lectures: "courses",
  membership_plan_courses: "membership_plans",
  membership_pricings: "membership_plans",
  notification_subscriptions: "notification_choices",
  order_lines: "orders",
  payments: "orders",
  quizzes: "courses",
  receipt_counters: "school",
  refunds: "orders",
  schools: "school",
  sections: "courses",
  selling_settings: "school",
  voucher_seats: "vouchers",
};

const lists = [...archivedNames, "courses"].filter((name) => Object.hasOwn(schema, name));

/** Rows of an archive that hold a table: those of its own name, if there are such. */
export const archivedAs: Readonly<Record<string, string>> = {
  ...Object.fromEntries(lists.map((name) => [name, name])),
  ...heldByOthers,
};

const access = "access of the other site: sign-in, tokens and keys, and what is remembered about them";
const secret = "secret by design: a key or credential that must not leave the installation";
const derived = "follows from other rows, and is computed again";
const queue = "work in progress or a record of it, which ends with the other site";
const operator = "belongs to the operator of the installation, not to the school";

/** Tables that no archive contains, with the reason. */
export const leftOut = {
  account_sites: access,
  accounts: access,
  api_keys: access,
  authorization_codes: access,
  authenticator_apps: access,
  authorizations: access,
  calendar_feeds: access,
  client_logos: access,
  clients: access,
  consents: access,
  families: access,
  grants: access,
  integrations: operator,
  known_browsers: access,
  mail_links: access,
  passkeys: access,
  recovery_codes: access,
  provisioned_groups: access,
  provisioned_members: access,
  provisioning_keys: access,
  identities: access,
  identity_providers: access,
  provider_requests: access,
  used_logout_tokens: access,
  sessions: access,
  sign_in_attempts: access,
  sign_in_codes: access,
  spent_challenges: access,
  tokens: access,

  billing_agreements: "charges of a payment provider, which needs the credentials of the other site",
  credential_keys: secret,
  payment_accounts: secret,
  secret_key_fingerprint: secret,
  signing_keys: secret,

  active_learners: derived,
  coupon_redemptions: "follows from orders with a coupon",
  credential_statuses: "badges are signed again",
  learner_numbers: derived,
  lecture_drafts: "unpublished changes of persons, who publish or discard them before they leave",
  lecture_notes: "private notes, which only the member reads and downloads",
  lecture_releases: derived,
  comment_likes: "comments keep the number of their likes",
  followed_discussions: "members follow discussions again when they comment",
  lecture_revisions: "former texts; the archive has the current ones",
  work_drafts: "unsubmitted work of students, who submit it before they leave",
  quiz_versions: "attempts keep their grades, and belong to the current version of the quiz",
  rollup_backlogs: derived,
  rollup_clock: derived,
  rollups: derived,
  site_content_versions: derived,
  stored_objects: "the bytes of files are entries of the archive",

  api_calls: queue,
  audit_entries: queue,
  begun_downloads: queue,
  checkout_reservations: queue,
  idempotency_keys: queue,
  job_pieces: queue,
  job_results: queue,
  jobs: queue,
  mailbox_mails: queue,
  message_hold: queue,
  message_recipients: queue,
  messages: queue,
  notices: queue,
  notifications: queue,
  outbox_events: queue,
  progress_reports: queue,
  provider_events: queue,
  rate_limits: queue,
  reconciliations: queue,
  upload_parts: queue,
  uploads: queue,
  member_merges: "traces in the logs of this installation, and links that were mailed by it",
  suppressed_addresses: "what mail servers reported about emails of the other installation",
  webhook_deliveries: queue,
  webhook_feeds: queue,

  sites: operator,
};
