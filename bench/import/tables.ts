/** The tables that an import fills, each after those it points to. */
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
