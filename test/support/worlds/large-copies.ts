import { copied, type Copied } from "./cloned-rows.ts";

/** Rows besides those of `copyNewest`. */
const further: readonly Copied[] = [
  { table: "enrollments", distinct: { student_id: "members" } },
  {
    table: "certificates",
    unique: ["serial"],
    distinct: { enrollment_id: "enrollments", student_id: "members" },
    columns: { status: "'valid'", status_index: "n + 100" },
  },
  { table: "lecture_progress", distinct: { enrollment_id: "enrollments" } },
  { table: "submissions", distinct: { enrollment_id: "enrollments", student_id: "members" } },
  { table: "suppressed_addresses", unique: ["email_key"] },
  { table: "invitations", distinct: { member_id: "members" } },
  { table: "member_notes" },
  { table: "messages" },
  { table: "message_recipients", distinct: { member_id: "members" } },
  { table: "member_merges" },
  { table: "groups" },
  { table: "group_members", distinct: { member_id: "members" } },
  { table: "notifications" },
  { table: "jobs" },
  { table: "job_results", columns: { row_number: "n + 1" } },
  { table: "audit_entries" },
  { table: "outbox_events", columns: { sequence: "n + 100000" } },
  { table: "webhook_deliveries", columns: { event_id: "gen_random_uuid()" } },
  { table: "sessions", columns: { digest: "sha256(n::text::bytea)" } },
  { table: "grants", distinct: { member_id: "members" } },
  { table: "families", distinct: { grant_id: "grants" } },
  { table: "event_categories", unique: ["slug"] },
  { table: "course_category_entries", distinct: { course_id: "courses" } },
  { table: "course_lecturers", distinct: { course_id: "courses" } },
  { table: "event_lecturers", distinct: { event_id: "events" } },
  { table: "membership_plan_courses", distinct: { plan_id: "membership_plans" } },
  { table: "coupon_products", distinct: { coupon_id: "coupons" } },
  { table: "group_courses", distinct: { group_id: "groups" } },
  { table: "digital_product_files", distinct: { product_id: "digital_products" } },
  { table: "consulting_service_lecturers", distinct: { service_id: "consulting_services" } },
  { table: "quizzes", distinct: { lecture_id: "lectures" } },
  { table: "assignments", distinct: { lecture_id: "lectures" } },
  { table: "consulting_grants", distinct: { member_id: "members" } },
  { table: "enrollment_requests", distinct: { member_id: "members" } },
  { table: "checkout_reservations", distinct: { member_id: "members" } },
  { table: "vouchers", distinct: { member_id: "members" }, columns: { link_digest: "sha256(n::text::bytea)" } },
  { table: "voucher_seats", distinct: { member_id: "members" } },
  { table: "billing_agreements", unique: ["provider_reference"], distinct: { member_id: "members" } },
  {
    table: "provider_events",
    unique: ["message_id"],
    columns: {
      result: "case n % 100 when 0 then 'failed' when 1 then 'unknown' else 'applied' end",
      received_at: "clock_timestamp() + n * interval '1 second'",
    },
  },
  { table: "refund_policies", columns: { product_id: "gen_random_uuid()" } },
  { table: "api_keys", distinct: { member_id: "members" } },
  { table: "clients", only: "origin = 'operator' and secret_digest is null" },
  { table: "clients", only: "origin = 'registered'" },
  { table: "clients", only: "origin = 'metadata_document'", unique: ["metadata_url"] },
  { table: "consents", distinct: { grant_id: "grants" } },
  { table: "mail_links", distinct: { member_id: "members" }, columns: { digest: "sha256(n::text::bytea)" } },
  { table: "known_browsers", distinct: { member_id: "members" }, columns: { digest: "sha256(n::text::bytea)" } },
  { table: "calendar_feeds", distinct: { member_id: "members" } },
  { table: "authenticator_apps", distinct: { member_id: "members" } },
  { table: "recovery_codes", distinct: { member_id: "members" }, columns: { digest: "sha256(n::text::bytea)" } },
  {
    table: "passkeys",
    distinct: { member_id: "members" },
    columns: { credential_id: "sha256(n::text::bytea)" },
  },
  { table: "notification_subscriptions", distinct: { member_id: "members" } },
  { table: "comment_likes", distinct: { member_id: "members" } },
  { table: "followed_discussions", distinct: { member_id: "members" } },
  { table: "notices", unique: ["cause"] },
  // A person has at most 2,000.
  { table: "lecture_notes", distinct: { member_id: "members" } },
  { table: "uploads" },
];

export const allTables: ReadonlySet<string> = new Set([
  "active_learners",
  "members",
  "rollups",
  ...[...copied, ...further].map(({ table }) => table),
]);

/** Tables with one row per person. The tables of the catalog have fewer rows. */
const perPerson: ReadonlySet<string> = new Set([
  "enrollments",
  "lecture_progress",
  "orders",
  "order_lines",
  "payments",
  "subscriptions",
  "invitations",
  "group_members",
  "notifications",
  "audit_entries",
  "outbox_events",
  "sessions",
  "grants",
  "families",
  "event_registrations",
  "certificates",
  "comments",
  "checkout_reservations",
  "billing_agreements",
  "provider_events",
  "consents",
  "known_browsers",
  "notification_subscriptions",
]);

interface CopiedOften extends Copied {
  maxRows: number;
}

/** The copies for a site of this many people, in which one row of each kind has all related rows. */
export const skewedCopies = (people: number): CopiedOften[] =>
  [...copied, ...further].map((each) => ({
    ...each,
    columns: { external_id: "gen_random_uuid()", ...each.columns },
    maxRows: countOf(each.table, people),
  }));

const countOf = (table: string, people: number) => (perPerson.has(table) ? people : people / 4);

/** A column of the parent row of a copy. */
const ofParent = (parent: string, column: string) =>
  `(select ${column} from ${parent} where site_id = $1 and id = ${parent}_ids.ids[1 + (n - 1) % cardinality(${parent}_ids.ids)])`;

/** Copies that the owner has, a few pages of each. */
const ownedBy = (memberId: string): CopiedOften[] => {
  const owner = `'${memberId}'::uuid`;
  const tables: Copied[] = [
    { table: "enrollments", distinct: { course_id: "courses" }, columns: { student_id: owner } },
    {
      table: "event_registrations",
      unique: ["check_in_code"],
      distinct: { ticket_id: "event_tickets" },
      columns: { event_id: ofParent("event_tickets", "event_id"), member_id: owner, status: "'registered'" },
    },
    { table: "digital_product_grants", distinct: { product_id: "digital_products" }, columns: { member_id: owner } },
    {
      table: "consulting_grants",
      distinct: { service_id: "consulting_services" },
      columns: { member_id: owner },
      maxRows: 60,
    },
    { table: "subscriptions", distinct: { plan_id: "membership_plans" }, columns: { member_id: owner } },
    { table: "orders", unique: ["number"], columns: { member_id: owner } },
    { table: "billing_agreements", unique: ["provider_reference"], columns: { member_id: owner } },
    { table: "grants", columns: { member_id: owner, client_id: "gen_random_uuid()" } },
    { table: "notifications", columns: { member_id: owner } },
    { table: "sessions", columns: { member_id: owner, digest: "sha256(('owner' || n)::bytea)" } },
  ];
  return tables.map((each) => ({ maxRows: 120, ...each }));
};

/** The rows that copies refer to, where each has only some. */
const parents: Readonly<Record<string, Pick<Copied, "distinct" | "columns">>> = {
  course_plans: { distinct: { course_id: "courses" } },
  reviews: { distinct: { member_id: "members", course_id: "courses" } },
  sections: { distinct: { course_id: "courses" } },
  lectures: { distinct: { section_id: "sections" }, columns: { course_id: ofParent("sections", "course_id") } },
  attachments: { distinct: { lecture_id: "lectures" } },
  event_tickets: { distinct: { event_id: "events" } },
  event_registrations: {
    distinct: { member_id: "members", ticket_id: "event_tickets" },
    columns: { event_id: ofParent("event_tickets", "event_id") },
  },
  membership_pricings: { distinct: { plan_id: "membership_plans" } },
  subscriptions: { distinct: { member_id: "members", plan_id: "membership_plans" } },
  orders: { distinct: { member_id: "members" } },
  order_lines: { distinct: { order_id: "orders" } },
  payments: { distinct: { order_id: "orders" } },
  refunds: { distinct: { order_id: "orders" } },
  comments: { distinct: { author_id: "members" } },
  coupon_redemptions: { distinct: { coupon_id: "coupons", member_id: "members" } },
  digital_product_grants: { distinct: { member_id: "members", product_id: "digital_products" } },
  digital_product_files: { distinct: { product_id: "digital_products" } },
  consulting_grants: { distinct: { member_id: "members", service_id: "consulting_services" } },
  enrollment_requests: { distinct: { member_id: "members", course_id: "courses" } },
  checkout_reservations: { distinct: { member_id: "members", order_id: "orders" } },
  consulting_bookings: { distinct: { member_id: "members", service_id: "consulting_services" } },
  form_submissions: { distinct: { form_id: "forms" } },
  page_revisions: { distinct: { page_id: "pages" } },
  enrollments: { distinct: { student_id: "members", course_id: "courses" } },
  lecture_progress: { distinct: { enrollment_id: "enrollments", lecture_id: "lectures" } },
  course_lecturers: { distinct: { course_id: "courses", lecturer_id: "lecturers" } },
  event_lecturers: { distinct: { event_id: "events", lecturer_id: "lecturers" } },
  course_category_entries: { distinct: { course_id: "courses", category_id: "course_categories" } },
  membership_plan_courses: { distinct: { plan_id: "membership_plans", course_id: "courses" } },
  notifications: { distinct: { member_id: "members" } },
  quiz_attempts: { distinct: { lecture_id: "lectures" } },
  sessions: { distinct: { member_id: "members" }, columns: { digest: "sha256(('others' || n)::bytea)" } },
};

/** The copies for a site of this many people: related rows belong to many, and a few pages of them to the owner. */
export const spreadCopies = (people: number, ownerId: string): CopiedOften[] => [
  ...skewedCopies(people).map((each) => ({
    ...each,
    ...parents[each.table],
    columns: { ...each.columns, ...parents[each.table]?.columns },
  })),
  ...ownedBy(ownerId),
];
