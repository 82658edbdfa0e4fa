/** Exportable resources, named as in the path of their list. */
export const exportNames = [
  "students",
  "members",
  "groups",
  "enrollments",
  "lecture_progress",
  "quiz_attempts",
  "submissions",
  "certificates",
  "courses",
  "reviews",
  "lecturers",
  "orders",
  "payments",
  "refunds",
  "subscriptions",
  "membership_plans",
  "coupons",
  "events",
  "event_registrations",
  "digital_products",
  "consulting_services",
  "consulting_bookings",
  "comments",
  "forms",
  "form_submissions",
  "posts",
  "pages",
  "audit_log",
] as const;

export type ExportName = (typeof exportNames)[number];

export const exportFormats = ["ndjson", "csv"] as const;
export type ExportFormat = (typeof exportFormats)[number];
