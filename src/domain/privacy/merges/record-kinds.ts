/** Tables with records that a merge reports, by the name of the kind. Other rows move without mention. */
export const reportedTables = {
  enrollments: "enrollments",
  certificates: "certificates",
  quiz_attempts: "quiz_attempts",
  submissions: "submissions",
  reviews: "reviews",
  comments: "comments",
  orders: "orders",
  subscriptions: "subscriptions",
  event_registrations: "event_registrations",
  digital_product_grants: "digital_products",
  consulting_grants: "consulting_services",
  consulting_bookings: "consulting_bookings",
  form_submissions: "form_submissions",
  files: "files",
  group_members: "groups",
  member_notes: "notes",
  notifications: "notifications",
} as const;

export type RecordKind = (typeof reportedTables)[keyof typeof reportedTables];

export const recordKinds: readonly RecordKind[] = Object.values(reportedTables);
