/** Personal data of drafts. */
export const workDraftsTable = {
  table: "work_drafts",
  holds: "Answers and work that a student has not submitted yet",
  owner: { column: "enrollment_id", through: "enrollments" },
  personal: "answers text url file_ids kept_file_ids",
  impersonal: "site_id id lecture_id attempt_id revision writer saved_at",
  fixed: "revision writer",
  exportedAs: "work_drafts",
  merging: { how: "follow" },
  erasure: { how: "delete", why: "Only the student reads them." },
} as const;
