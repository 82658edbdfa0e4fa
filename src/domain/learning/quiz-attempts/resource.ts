import { defineResource } from "#domain/platform/resource.ts";

/** Graded answers to quizzes. */
export const quizAttempts = defineResource({
  ids: { quizAttempt: "qat" },
  tags: { quiz_attempts: "Graded answers to quizzes." },
  scopes: { read: "students:read", write: "students:write" },
  events: {
    "quiz_attempt.submitted": { about: "A quiz attempt was submitted and graded" },
    "quiz_attempt.passed": { about: "A student passed a quiz for the first time" },
  },
  tables: [
    {
      table: "quiz_attempts",
      holds: "Quiz answers and scores",
      kind: "quizAttempt",
      owner: { column: "student_id" },
      personal: "answers external_id metadata",
      impersonal:
        "site_id id lecture_id enrollment_id course_id quiz_version attempt_no started_at ends_at submitted_at score_percent passed version created_at updated_at deleted_at counted_submitted_at counted_passed",
      exportedAs: "quiz-attempts",
      merging: { how: "move" },
      erasure: {
        how: "pseudonymize",
        blank: { answers: "'[]'", external_id: "null", metadata: "'{}'" },
        why: "Statistics count attempts. Answers are deleted.",
      },
    },
  ],
  audit: {
    names: { quiz_attempt: { en: "Quiz attempt", "zh-TW": "測驗作答" } },
    actions: {
      regradeQuizAttempt: { en: "A quiz attempt was regraded", "zh-TW": "重新評分測驗" },
      bulkQuizAttempts: { en: "Quiz attempts were recorded in bulk", "zh-TW": "批次登錄測驗作答" },
      recordQuizAttempt: {
        en: "A quiz attempt from another system was recorded",
        "zh-TW": "已登錄在其他系統完成的測驗",
      },
    },
  },
  exports: ["quiz_attempts"],
});
