/** Tables that an import fills, in order of their foreign keys. */
export const tables = [
  "accounts",
  "members",
  "account_sites",
  "courses",
  "sections",
  "lectures",
  "quizzes",
  "assignments",
  "enrollments",
  "quiz_attempts",
  "submissions",
  "lecture_progress",
] as const;
